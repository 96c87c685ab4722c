-- Redirects to other sites, with wildcards, permanent or for now, and drafts of them.
ALTER TABLE "SiteRedirect"
  ADD COLUMN "url" TEXT,
  ADD COLUMN "captureWildcard" BOOLEAN NOT NULL DEFAULT FALSE,
  ADD COLUMN "permanent" BOOLEAN NOT NULL DEFAULT FALSE,
  ADD COLUMN "draft" BOOLEAN NOT NULL DEFAULT FALSE,
  ADD COLUMN "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- All redirects were permanent so far.
UPDATE "SiteRedirect" SET "permanent" = TRUE, "updatedAt" = "createdAt";

DROP INDEX "SiteRedirect_siteId_source_key";
CREATE UNIQUE INDEX "SiteRedirect_siteId_source_draft_key" ON "SiteRedirect"("siteId", "source", "draft");
CREATE INDEX "SiteRedirect_siteId_updatedAt_id_idx" ON "SiteRedirect"("siteId", "updatedAt", "id");

-- A redirect leads to a section, to a site-space or a page in it, or to an address elsewhere.
ALTER TABLE "SiteRedirect" DROP CONSTRAINT "SiteRedirect_destination_check";
ALTER TABLE "SiteRedirect" ADD CONSTRAINT "SiteRedirect_destination_check" CHECK (
  num_nonnulls("sectionId", "siteSpaceId", "url") = 1 AND ("pageId" IS NULL OR "siteSpaceId" IS NOT NULL));
