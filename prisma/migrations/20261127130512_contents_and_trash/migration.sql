-- Collections are deleted like spaces: their rows stay until they are purged. What is deleted with a collection refers to it.
ALTER TABLE "Collection" ADD COLUMN "deletedAt" TIMESTAMPTZ(3), ADD COLUMN "deletedWithId" TEXT;
ALTER TABLE "Space" ADD COLUMN "deletedWithId" TEXT;

ALTER TABLE "Collection" ADD CONSTRAINT "Collection_deletedWithId_fkey"
  FOREIGN KEY ("deletedWithId") REFERENCES "Collection"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "Space" ADD CONSTRAINT "Space_deletedWithId_fkey"
  FOREIGN KEY ("deletedWithId") REFERENCES "Collection"("id") ON DELETE SET NULL ON UPDATE CASCADE;

CREATE INDEX "Collection_deletedAt_idx" ON "Collection"("deletedAt");
CREATE INDEX "Collection_deletedWithId_idx" ON "Collection"("deletedWithId");
CREATE INDEX "Space_deletedWithId_idx" ON "Space"("deletedWithId");

CREATE TYPE "ContentKind" AS ENUM ('SPACE', 'COLLECTION');

-- Spaces and collections in one order. It has all columns of both tables.
CREATE VIEW "Content" AS
SELECT
  'SPACE'::"ContentKind" AS kind, id, "organizationId", "parentId", title, "defaultLevel", "effectiveLevel", ancestors,
  position, "createdAt", "updatedAt", "deletedAt", "deletedWithId",
  NULL::text AS description,
  emoji, icon, visibility, "editMode", "gitSyncRepoName", "gitSyncProvider", "gitSyncIntegration", "gitSyncURL",
  "gitSyncUpdatedAt", "revisionId", "sharesContentIds", "openComments", "changeRequestsTotal", "changeRequestsOpen",
  "changeRequestsDraft", "searchedAt"
FROM "Space"
UNION ALL
SELECT
  'COLLECTION', id, "organizationId", "parentId", title, "defaultLevel", "effectiveLevel", ancestors,
  position, "createdAt", "updatedAt", "deletedAt", "deletedWithId",
  description,
  NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
  NULL, NULL, NULL, NULL, NULL, NULL,
  NULL, NULL
FROM "Collection";
