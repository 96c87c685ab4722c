-- Events of visitors, counted by day. Nothing about the visitors is kept.
CREATE TABLE "SiteEventCount" (
    "siteId" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "type" TEXT NOT NULL,
    "spaceId" TEXT NOT NULL,
    "pageId" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "SiteEventCount_pkey" PRIMARY KEY ("siteId", "day", "type", "spaceId", "pageId")
);

ALTER TABLE "SiteEventCount" ADD CONSTRAINT "SiteEventCount_siteId_fkey"
  FOREIGN KEY ("siteId") REFERENCES "Site"("id") ON DELETE CASCADE ON UPDATE CASCADE;
