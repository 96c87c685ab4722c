-- The column that spaces have since.
CREATE OR REPLACE VIEW "Content" AS
SELECT
  'SPACE'::"ContentKind" AS kind, id, "organizationId", "parentId", title, "defaultLevel", "effectiveLevel", ancestors,
  position, "createdAt", "updatedAt", "deletedAt", "deletedWithId",
  NULL::text AS description,
  emoji, icon, visibility, "editMode", "gitSyncRepoName", "gitSyncProvider", "gitSyncIntegration", "gitSyncURL",
  "gitSyncUpdatedAt", "revisionId", "sharesContentIds", "openComments", "changeRequestsTotal", "changeRequestsOpen",
  "changeRequestsDraft", "searchedAt", "mergeRules"
FROM "Space"
UNION ALL
SELECT
  'COLLECTION', id, "organizationId", "parentId", title, "defaultLevel", "effectiveLevel", ancestors,
  position, "createdAt", "updatedAt", "deletedAt", "deletedWithId",
  description,
  NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
  NULL, NULL, NULL, NULL, NULL, NULL,
  NULL, NULL, NULL
FROM "Collection";
