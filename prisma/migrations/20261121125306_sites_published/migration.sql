-- CreateEnum
CREATE TYPE "PublishingAuthBackend" AS ENUM ('CUSTOM', 'INTEGRATION');

-- CreateTable
CREATE TABLE "ShareLink" (
    "id" TEXT NOT NULL,
    "siteId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ShareLink_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PublishingAuth" (
    "siteId" TEXT NOT NULL,
    "backend" "PublishingAuthBackend" NOT NULL DEFAULT 'CUSTOM',
    "privateKey" TEXT NOT NULL,
    "fallbackUrl" TEXT,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PublishingAuth_pkey" PRIMARY KEY ("siteId")
);

-- CreateTable
CREATE TABLE "SiteRedirect" (
    "id" TEXT NOT NULL,
    "siteId" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "sectionId" TEXT,
    "siteSpaceId" TEXT,
    "pageId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SiteRedirect_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AdaptiveSchema" (
    "siteId" TEXT NOT NULL,
    "jsonSchema" JSONB NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AdaptiveSchema_pkey" PRIMARY KEY ("siteId")
);

-- CreateTable
CREATE TABLE "SiteCustomization" (
    "siteId" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SiteCustomization_pkey" PRIMARY KEY ("siteId")
);

-- CreateTable
CREATE TABLE "SiteSpaceCustomization" (
    "siteSpaceId" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SiteSpaceCustomization_pkey" PRIMARY KEY ("siteSpaceId")
);

-- CreateIndex
CREATE UNIQUE INDEX "ShareLink_key_key" ON "ShareLink"("key");

-- CreateIndex
CREATE INDEX "ShareLink_siteId_id_idx" ON "ShareLink"("siteId", "id");

-- CreateIndex
CREATE INDEX "SiteRedirect_siteId_id_idx" ON "SiteRedirect"("siteId", "id");

-- CreateIndex
CREATE INDEX "SiteRedirect_sectionId_idx" ON "SiteRedirect"("sectionId");

-- CreateIndex
CREATE INDEX "SiteRedirect_siteSpaceId_idx" ON "SiteRedirect"("siteSpaceId");

-- CreateIndex
CREATE UNIQUE INDEX "SiteRedirect_siteId_source_key" ON "SiteRedirect"("siteId", "source");

-- AddForeignKey
ALTER TABLE "ShareLink" ADD CONSTRAINT "ShareLink_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "Site"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PublishingAuth" ADD CONSTRAINT "PublishingAuth_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "Site"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SiteRedirect" ADD CONSTRAINT "SiteRedirect_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "Site"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SiteRedirect" ADD CONSTRAINT "SiteRedirect_sectionId_fkey" FOREIGN KEY ("sectionId") REFERENCES "SiteSection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SiteRedirect" ADD CONSTRAINT "SiteRedirect_siteSpaceId_fkey" FOREIGN KEY ("siteSpaceId") REFERENCES "SiteSpace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AdaptiveSchema" ADD CONSTRAINT "AdaptiveSchema_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "Site"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SiteCustomization" ADD CONSTRAINT "SiteCustomization_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "Site"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SiteSpaceCustomization" ADD CONSTRAINT "SiteSpaceCustomization_siteSpaceId_fkey" FOREIGN KEY ("siteSpaceId") REFERENCES "SiteSpace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateIndex
CREATE INDEX "Site_proxy_idx" ON "Site"("proxy");

-- CreateIndex
CREATE INDEX "Organization_customHostname_idx" ON "Organization"("customHostname");

-- A redirect leads to a section, or to a site-space or a page in it.
ALTER TABLE "SiteRedirect" ADD CONSTRAINT "SiteRedirect_destination_check"
  CHECK (num_nonnulls("sectionId", "siteSpaceId") = 1 AND ("pageId" IS NULL OR "siteSpaceId" IS NOT NULL));
