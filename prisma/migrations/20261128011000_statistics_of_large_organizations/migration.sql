-- Statements of reads are planned once for all organizations. PostgreSQL takes the average one for that, which has next to
-- nothing where one large organization is beside many small ones, and the plans for nothing take minutes for much. Plans
-- for much cost little for small ones: they go along indexes, of which a small organization has a small part. So the planner
-- is told that each organization has half of all rows.
ALTER TABLE "AuditEvent" ALTER COLUMN "organizationId" SET (n_distinct = 2);
ALTER TABLE "ChangeRequest" ALTER COLUMN "organizationId" SET (n_distinct = 2);
ALTER TABLE "Collection" ALTER COLUMN "organizationId" SET (n_distinct = 2);
ALTER TABLE "CustomField" ALTER COLUMN "organizationId" SET (n_distinct = 2);
ALTER TABLE "CustomFont" ALTER COLUMN "organizationId" SET (n_distinct = 2);
ALTER TABLE "EmailInvite" ALTER COLUMN "organizationId" SET (n_distinct = 2);
ALTER TABLE "EmailInviteDay" ALTER COLUMN "organizationId" SET (n_distinct = 2);
ALTER TABLE "GlossaryEntry" ALTER COLUMN "organizationId" SET (n_distinct = 2);
ALTER TABLE "Job" ALTER COLUMN "organizationId" SET (n_distinct = 2);
ALTER TABLE "LinkInvite" ALTER COLUMN "organizationId" SET (n_distinct = 2);
ALTER TABLE "Member" ALTER COLUMN "organizationId" SET (n_distinct = 2);
ALTER TABLE "OpenAPISpec" ALTER COLUMN "organizationId" SET (n_distinct = 2);
ALTER TABLE "RenderedVersion" ALTER COLUMN "organizationId" SET (n_distinct = 2);
ALTER TABLE "SamlProvider" ALTER COLUMN "organizationId" SET (n_distinct = 2);
ALTER TABLE "Site" ALTER COLUMN "organizationId" SET (n_distinct = 2);
ALTER TABLE "Space" ALTER COLUMN "organizationId" SET (n_distinct = 2);
ALTER TABLE "StorageUpload" ALTER COLUMN "organizationId" SET (n_distinct = 2);
ALTER TABLE "Team" ALTER COLUMN "organizationId" SET (n_distinct = 2);
ALTER TABLE "TranslationSettings" ALTER COLUMN "organizationId" SET (n_distinct = 2);

-- What is counted, and what decides who sees it, is in the index.
DROP INDEX "Space_organizationId_id_idx";
CREATE INDEX "Space_organizationId_id_deletedAt_effectiveLevel_idx"
  ON "Space" ("organizationId", "id", "deletedAt", "effectiveLevel");
CREATE INDEX "Space_organizationId_deletedAt_id_idx" ON "Space" ("organizationId", "deletedAt", "id");
DROP INDEX "ChangeRequest_organizationId_updatedAt_id_idx";
CREATE INDEX "ChangeRequest_organizationId_updatedAt_id_spaceId_status_cr_idx"
  ON "ChangeRequest" ("organizationId", "updatedAt", "id", "spaceId", "status", "createdById");
DROP INDEX "ChangeRequest_organizationId_status_updatedAt_id_idx";
CREATE INDEX "ChangeRequest_organizationId_status_updatedAt_id_spaceId_cr_idx"
  ON "ChangeRequest" ("organizationId", "status", "updatedAt", "id", "spaceId", "createdById");
DROP INDEX "Comment_spaceId_postedAt_id_idx";
CREATE INDEX "Comment_spaceId_postedAt_id_changeRequestId_postedById_repl_idx"
  ON "Comment" ("spaceId", "postedAt", "id", "changeRequestId", "postedById", "replyCount");
CREATE INDEX "Member_organizationId_id_idx" ON "Member" ("organizationId", "id");

-- Parts of titles and of names. Both extensions come with PostgreSQL, and whoever may create tables may install them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE INDEX "Space_organizationId_title_idx" ON "Space" USING gin ("organizationId", lower("title") gin_trgm_ops);
CREATE INDEX "Collection_organizationId_title_idx"
  ON "Collection" USING gin ("organizationId", lower("title") gin_trgm_ops);
CREATE INDEX "Site_organizationId_title_idx" ON "Site" USING gin ("organizationId", lower("title") gin_trgm_ops);
CREATE INDEX "User_displayName_idx" ON "User" USING gin (lower("displayName") gin_trgm_ops);
CREATE INDEX "User_email_idx" ON "User" USING gin (lower("email") gin_trgm_ops);

ANALYZE "AuditEvent";
ANALYZE "ChangeRequest";
ANALYZE "Collection";
ANALYZE "CustomField";
ANALYZE "CustomFont";
ANALYZE "EmailInvite";
ANALYZE "EmailInviteDay";
ANALYZE "GlossaryEntry";
ANALYZE "Job";
ANALYZE "LinkInvite";
ANALYZE "Member";
ANALYZE "OpenAPISpec";
ANALYZE "RenderedVersion";
ANALYZE "SamlProvider";
ANALYZE "Site";
ANALYZE "Space";
ANALYZE "StorageUpload";
ANALYZE "Team";
ANALYZE "TranslationSettings";
