-- An organization has identity providers of several protocols. Nothing is copied: the rows stay where they are.
CREATE TYPE "IdentityProviderKind" AS ENUM ('SAML', 'OIDC');

ALTER TABLE "SamlProvider" RENAME TO "IdentityProvider";
ALTER TABLE "IdentityProvider" ADD COLUMN kind "IdentityProviderKind" NOT NULL DEFAULT 'SAML';
ALTER TABLE "IdentityProvider" ALTER COLUMN kind DROP DEFAULT;
ALTER TABLE "IdentityProvider" RENAME CONSTRAINT "SamlProvider_pkey" TO "IdentityProvider_pkey";
ALTER TABLE "IdentityProvider"
    RENAME CONSTRAINT "SamlProvider_organizationId_fkey" TO "IdentityProvider_organizationId_fkey";
ALTER TABLE "IdentityProvider"
    RENAME CONSTRAINT "SamlProvider_defaultTeamId_fkey" TO "IdentityProvider_defaultTeamId_fkey";
ALTER INDEX "SamlProvider_defaultTeamId_idx" RENAME TO "IdentityProvider_defaultTeamId_idx";
ALTER INDEX "SamlProvider_organizationId_id_idx" RENAME TO "IdentityProvider_organizationId_id_idx";

ALTER TABLE "ApiToken" RENAME COLUMN "samlProviderId" TO "identityProviderId";
ALTER TABLE "ApiToken" RENAME CONSTRAINT "ApiToken_samlProviderId_fkey" TO "ApiToken_identityProviderId_fkey";
ALTER INDEX "ApiToken_samlProviderId_idx" RENAME TO "ApiToken_identityProviderId_idx";

DROP TRIGGER "SamlProvider_audit" ON "IdentityProvider";

CREATE OR REPLACE FUNCTION note_audited_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  number INTEGER := coalesce(nullif(current_setting('lectern.audit_number', TRUE), ''), '0')::INTEGER + 1;
  row_before JSONB := to_jsonb(OLD);
  row_after JSONB := to_jsonb(NEW);
  either JSONB := coalesce(row_after, row_before);
  object_id TEXT := either ->> 'id';
  person JSONB := '{}';
  object_type TEXT := CASE TG_ARGV[0]
    WHEN 'IdentityProvider' THEN CASE either ->> 'kind' WHEN 'SAML' THEN 'SamlProvider' ELSE 'OidcProvider' END
    ELSE TG_ARGV[0] END;
BEGIN
  IF row_before IS NOT DISTINCT FROM row_after THEN
    RETURN NULL;
  END IF;
  PERFORM set_config('lectern.audit_number', number::TEXT, TRUE);
  IF number = 1 OR current_setting('lectern.audit_organization', TRUE) = '' THEN
    PERFORM set_config('lectern.audit_organization', coalesce(
      CASE TG_ARGV[0] WHEN 'Organization' THEN either ->> 'id' ELSE either ->> 'organizationId' END, ''), TRUE);
  END IF;
  IF number > 100 THEN
    RETURN NULL;
  END IF;
  IF 'id' = ANY(TG_ARGV) THEN
    object_id := left(object_id, 3) || '…' || right(object_id, 4);
  END IF;
  -- An admin wants to know whose role or membership it was, also of a user who is gone when the event is read.
  IF TG_ARGV[0] = ANY('{Member,TeamMember,ContentPermission}') AND either ->> 'userId' IS NOT NULL THEN
    SELECT jsonb_build_object('userId', either ->> 'userId', 'userLabel', u."displayName") INTO person
      FROM (SELECT) AS always LEFT JOIN "User" u ON u.id = either ->> 'userId';
  END IF;
  row_before := row_before - TG_ARGV - 'updatedAt';
  row_after := row_after - TG_ARGV - 'updatedAt';
  IF TG_OP = 'UPDATE' THEN
    SELECT coalesce(jsonb_object_agg(o.key, o.value), '{}'), coalesce(jsonb_object_agg(o.key, row_after -> o.key), '{}')
      INTO row_before, row_after
      FROM jsonb_each(row_before) o WHERE o.value IS DISTINCT FROM row_after -> o.key;
  ELSE
    row_before := jsonb_strip_nulls(row_before);
    row_after := jsonb_strip_nulls(row_after);
  END IF;
  PERFORM set_config('lectern.audit_changes', (
    coalesce(nullif(current_setting('lectern.audit_changes', TRUE), ''), '[]')::JSONB || (jsonb_build_object(
      'objectType', object_type, 'objectId', object_id,
      'before', CASE WHEN row_before IS NOT NULL THEN audit_values(row_before) END,
      'after', CASE WHEN row_after IS NOT NULL THEN audit_values(row_after) END) || person)
  )::TEXT, TRUE);
  RETURN NULL;
END $$;

SELECT audit_table('IdentityProvider', 'IdentityProvider', 'kind');
