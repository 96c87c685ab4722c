-- The arguments are the columns with the ids of the subjects. A subject has several rows while transactions change it at
-- the same time, so that none waits for another: each replaces the rows that nobody else does.
CREATE OR REPLACE FUNCTION raise_rights_versions() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    subjects TEXT[] := '{}';
    changed TEXT;
BEGIN
    FOREACH changed IN ARRAY TG_ARGV LOOP
        IF TG_OP <> 'INSERT' THEN subjects := subjects || (to_jsonb(OLD) ->> changed); END IF;
        IF TG_OP <> 'DELETE' THEN subjects := subjects || (to_jsonb(NEW) ->> changed); END IF;
    END LOOP;
    FOR changed IN SELECT DISTINCT s FROM unnest(subjects) s WHERE s IS NOT NULL LOOP
        -- A transaction that reads its first state throughout would fail on a row that was replaced since.
        IF current_setting('transaction_isolation') = 'read committed' THEN
            WITH free AS (
                SELECT "id" FROM "RightsVersion" WHERE "subject" = changed FOR UPDATE SKIP LOCKED
            ), replaced AS (
                DELETE FROM "RightsVersion" r USING free WHERE r."id" = free."id" RETURNING r."version"
            )
            INSERT INTO "RightsVersion" ("subject", "version")
            SELECT changed, coalesce(sum("version"), 0) + 1 FROM replaced;
        ELSE
            INSERT INTO "RightsVersion" ("subject", "version") VALUES (changed, 1);
        END IF;
    END LOOP;
    RETURN NULL;
END $$;

CREATE TRIGGER "ApiToken_rights" AFTER DELETE OR UPDATE OF "userId", hash, scopes, "expiresAt", "revokedAt" ON "ApiToken"
    FOR EACH ROW EXECUTE FUNCTION raise_rights_versions('userId');
CREATE TRIGGER "ContentPermission_rights" AFTER INSERT OR DELETE OR UPDATE ON "ContentPermission"
    FOR EACH ROW EXECUTE FUNCTION raise_rights_versions('userId', 'teamId');
CREATE TRIGGER "Member_rights" AFTER INSERT OR DELETE OR UPDATE OF "userId", "organizationId", role, disabled, sso ON "Member"
    FOR EACH ROW EXECUTE FUNCTION raise_rights_versions('userId');
-- Nobody has rights in a deleted organization.
CREATE TRIGGER "Organization_rights" AFTER UPDATE OF sso, "deletedAt" ON "Organization"
    FOR EACH ROW EXECUTE FUNCTION raise_rights_versions('id');
CREATE TRIGGER "TeamMember_rights" AFTER INSERT OR DELETE OR UPDATE ON "TeamMember"
    FOR EACH ROW EXECUTE FUNCTION raise_rights_versions('userId');
CREATE TRIGGER "Team_rights" AFTER UPDATE OF "organizationId" ON "Team"
    FOR EACH ROW EXECUTE FUNCTION raise_rights_versions('id');
