-- The site that an import was started for.
ALTER TABLE "Job" ADD COLUMN "siteId" TEXT;
CREATE INDEX "Job_siteId_idx" ON "Job"("siteId");
ALTER TABLE "Job" ADD CONSTRAINT "Job_siteId_fkey"
  FOREIGN KEY ("siteId") REFERENCES "Site"("id") ON DELETE SET NULL ON UPDATE CASCADE;
