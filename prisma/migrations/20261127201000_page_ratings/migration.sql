-- What readers think of pages, counted by rating. Empty for events that are no ratings.
ALTER TABLE "SiteEventCount" ADD COLUMN "rating" TEXT NOT NULL DEFAULT '';
ALTER TABLE "SiteEventCount" DROP CONSTRAINT "SiteEventCount_pkey";
ALTER TABLE "SiteEventCount" ADD CONSTRAINT "SiteEventCount_pkey"
  PRIMARY KEY ("siteId", "day", "type", "spaceId", "pageId", "rating");
