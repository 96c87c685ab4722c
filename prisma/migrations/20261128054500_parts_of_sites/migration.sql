-- The conditions of a site, without reading its parts that have none: the lookup of a URL asks which of them hold.
CREATE INDEX "SiteSection_conditional_idx" ON "SiteSection"("siteId") WHERE "condition" IS NOT NULL;
CREATE INDEX "SiteSpace_conditional_idx" ON "SiteSpace"("siteId") WHERE "condition" IS NOT NULL;

-- The spaces of a site are counted for those who may see some of them.
CREATE INDEX "SiteSpace_siteId_spaceId_draft_idx" ON "SiteSpace"("siteId", "spaceId", "draft");

-- In a section may be half of all site-spaces: its default and what a path names have indexes of their own.
ALTER TABLE "SiteSpace" ALTER COLUMN "sectionId" SET (n_distinct = 2);
