-- The indexes before this migration have their place.
DROP INDEX "Event_organizationId_position_key";
DROP INDEX "Event_position_idx";

-- Nearly all spaces and collections are there. Each change of one would write an entry for a value that nobody looks for.
DROP INDEX "Space_deletedAt_idx";
DROP INDEX "Space_deletedWithId_idx";
DROP INDEX "Collection_deletedAt_idx";
DROP INDEX "Collection_deletedWithId_idx";
CREATE INDEX "Space_deletedAt_idx" ON "Space" ("deletedAt") WHERE "deletedAt" IS NOT NULL;
CREATE INDEX "Space_deletedWithId_idx" ON "Space" ("deletedWithId") WHERE "deletedWithId" IS NOT NULL;
CREATE INDEX "Collection_deletedAt_idx" ON "Collection" ("deletedAt") WHERE "deletedAt" IS NOT NULL;
CREATE INDEX "Collection_deletedWithId_idx" ON "Collection" ("deletedWithId") WHERE "deletedWithId" IS NOT NULL;
