ALTER TABLE "Space" ADD COLUMN "language" TEXT;

-- Reads the column that spaces get, too.
CREATE OR REPLACE VIEW "Content" AS
SELECT
  'SPACE'::"ContentKind" AS kind, id, "organizationId", "parentId", title, "defaultLevel", "effectiveLevel", ancestors,
  position, "createdAt", "updatedAt", "deletedAt", "deletedWithId",
  NULL::text AS description,
  emoji, icon, visibility, "editMode", "gitSyncRepoName", "gitSyncProvider", "gitSyncIntegration", "gitSyncURL",
  "gitSyncUpdatedAt", "revisionId", "sharesContentIds", "openComments", "changeRequestsTotal", "changeRequestsOpen",
  "changeRequestsDraft", "searchedAt", "mergeRules", language
FROM "Space"
UNION ALL
SELECT
  'COLLECTION', id, "organizationId", "parentId", title, "defaultLevel", "effectiveLevel", ancestors,
  position, "createdAt", "updatedAt", "deletedAt", "deletedWithId",
  description,
  NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
  NULL, NULL, NULL, NULL, NULL, NULL,
  NULL, NULL, NULL, NULL
FROM "Collection";
