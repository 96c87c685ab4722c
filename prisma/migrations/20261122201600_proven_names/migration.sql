ALTER TABLE "Organization" ADD COLUMN "provenEmailDomains" TEXT[] DEFAULT ARRAY[]::TEXT[];
ALTER TABLE "Site" ADD COLUMN "hostnameProven" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "proxyProven" BOOLEAN NOT NULL DEFAULT false;

-- Names that are in use stay so.
UPDATE "Organization" SET "provenEmailDomains" = coalesce("emailDomains", '{}');
UPDATE "Site" SET "hostnameProven" = "hostname" IS NOT NULL, "proxyProven" = "proxy" IS NOT NULL
WHERE "hostname" IS NOT NULL OR "proxy" IS NOT NULL;

-- Nobody takes a name that they have not proven.
DROP INDEX "Site_hostname_key";
CREATE UNIQUE INDEX "Site_hostname_key" ON "Site" ("hostname") WHERE "hostnameProven";

-- CreateIndex
CREATE INDEX "Site_hostname_idx" ON "Site"("hostname");
