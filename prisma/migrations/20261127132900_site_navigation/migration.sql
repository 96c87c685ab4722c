-- Drafts, titles in other languages and nested groups in the structure of a site, and links to other sites beside it.
ALTER TABLE "SiteSectionGroup"
  ADD COLUMN "groupId" TEXT,
  ADD COLUMN "localizedTitle" JSONB,
  ADD COLUMN "draft" BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE "SiteSectionGroup" ADD CONSTRAINT "SiteSectionGroup_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "SiteSectionGroup"("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX "SiteSectionGroup_groupId_position_id_idx" ON "SiteSectionGroup"("groupId", "position", "id");

ALTER TABLE "SiteSection"
  ADD COLUMN "localizedTitle" JSONB,
  ADD COLUMN "localizedDescription" JSONB,
  ADD COLUMN "draft" BOOLEAN NOT NULL DEFAULT FALSE;

ALTER TABLE "SiteSpace"
  ADD COLUMN "title" TEXT,
  ADD COLUMN "localizedTitle" JSONB,
  ADD COLUMN "pageId" TEXT,
  ADD COLUMN "draft" BOOLEAN NOT NULL DEFAULT FALSE,
  ADD COLUMN "hidden" BOOLEAN NOT NULL DEFAULT FALSE;

CREATE TABLE "SiteExternalLink" (
    "id" TEXT NOT NULL,
    "siteId" TEXT NOT NULL,
    "groupId" TEXT,
    "title" TEXT NOT NULL,
    "localizedTitle" JSONB,
    "description" TEXT,
    "localizedDescription" JSONB,
    "icon" TEXT,
    "url" TEXT NOT NULL,
    "condition" TEXT,
    "draft" BOOLEAN NOT NULL DEFAULT FALSE,
    "position" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SiteExternalLink_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "SiteExternalLink_siteId_position_id_idx" ON "SiteExternalLink"("siteId", "position", "id");
CREATE INDEX "SiteExternalLink_groupId_position_id_idx" ON "SiteExternalLink"("groupId", "position", "id");
ALTER TABLE "SiteExternalLink" ADD CONSTRAINT "SiteExternalLink_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "Site"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SiteExternalLink" ADD CONSTRAINT "SiteExternalLink_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "SiteSectionGroup"("id") ON DELETE SET NULL ON UPDATE CASCADE;
SELECT audit_table('SiteExternalLink', 'SiteExternalLink');
