-- The time at which an organization was deleted. Until it is purged, it can be restored.
ALTER TABLE "Organization" ADD COLUMN "deletedAt" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "Organization_deletedAt_idx" ON "Organization"("deletedAt");

-- Nobody has rights in a deleted organization.
DROP TRIGGER "Organization_rights" ON "Organization";
CREATE TRIGGER "Organization_rights" AFTER UPDATE OF "sso", "deletedAt" ON "Organization"
    FOR EACH ROW EXECUTE FUNCTION raise_rights_versions('id');
