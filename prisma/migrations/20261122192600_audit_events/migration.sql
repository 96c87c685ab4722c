CREATE TYPE "AuditEventSource" AS ENUM ('UI', 'API', 'SCRIPT');

CREATE TABLE "AuditEvent" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT,
    "occurredAt" TIMESTAMPTZ(3) NOT NULL,
    "action" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "userLabel" TEXT,
    "tokenId" TEXT,
    "source" "AuditEventSource" NOT NULL,
    "address" TEXT,
    "agent" TEXT,
    "requestId" TEXT NOT NULL,
    "targetType" TEXT NOT NULL,
    "targetId" TEXT NOT NULL,
    "changes" JSONB NOT NULL DEFAULT '[]',
    "omittedChanges" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "AuditEvent_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "AuditEvent_organizationId_id_idx" ON "AuditEvent"("organizationId", "id");

-- Nobody changes an event. Only the job that removes old ones may delete, which it says in its transaction.
CREATE FUNCTION keep_audit_event() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('lectern.audit_sweep', TRUE) = 'on' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'audit events cannot be changed' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER "AuditEvent_keep" BEFORE UPDATE OR DELETE ON "AuditEvent"
  FOR EACH ROW EXECUTE FUNCTION keep_audit_event();

CREATE TRIGGER "AuditEvent_keep_all" BEFORE TRUNCATE ON "AuditEvent"
  FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_event();

-- Returns the organization that the first of these ids belongs to.
CREATE FUNCTION audit_organization(ids TEXT[]) RETURNS TEXT LANGUAGE sql STABLE AS $$
  SELECT o.id FROM unnest(ids) WITH ORDINALITY AS given(id, n)
  CROSS JOIN LATERAL (
    SELECT CASE left(given.id, 3)
      WHEN 'org' THEN (SELECT r.id FROM "Organization" r WHERE r.id = given.id)
      WHEN 'spc' THEN (SELECT r."organizationId" FROM "Space" r WHERE r.id = given.id)
      WHEN 'col' THEN (SELECT r."organizationId" FROM "Collection" r WHERE r.id = given.id)
      WHEN 'sit' THEN (SELECT r."organizationId" FROM "Site" r WHERE r.id = given.id)
      WHEN 'tea' THEN (SELECT r."organizationId" FROM "Team" r WHERE r.id = given.id)
    END AS id
  ) o
  WHERE o.id IS NOT NULL ORDER BY given.n LIMIT 1
$$;

-- Shortens long values.
CREATE FUNCTION audit_values(row_values JSONB) RETURNS JSONB LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_object_agg(key, CASE WHEN length(value::TEXT) > 1000
      THEN to_jsonb(left(value #>> '{}', 1000) || '…') ELSE value END), '{}')
  FROM jsonb_each(row_values)
$$;

-- Adds the change of a row to the settings of a transaction that writes an audit event. The first argument is the type of
-- the row, and the others are the columns that are secrets.
CREATE FUNCTION note_audited_change() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
  number INTEGER := coalesce(nullif(current_setting('lectern.audit_number', TRUE), ''), '0')::INTEGER + 1;
  row_before JSONB := to_jsonb(OLD);
  row_after JSONB := to_jsonb(NEW);
  either JSONB := coalesce(row_after, row_before);
  object_id TEXT := either ->> 'id';
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
    coalesce(nullif(current_setting('lectern.audit_changes', TRUE), ''), '[]')::JSONB || jsonb_build_object(
      'objectType', TG_ARGV[0], 'objectId', object_id,
      'before', CASE WHEN row_before IS NOT NULL THEN audit_values(row_before) END,
      'after', CASE WHEN row_after IS NOT NULL THEN audit_values(row_after) END)
  )::TEXT, TRUE);
  RETURN NULL;
END $$;

-- Notes the changes of a table in transactions that write an audit event.
CREATE FUNCTION audit_table(table_name TEXT, VARIADIC arguments TEXT[]) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'CREATE TRIGGER %I AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW'
    ' WHEN (current_setting(''lectern.audit'', TRUE) = ''on'') EXECUTE FUNCTION note_audited_change(%s)',
    table_name || '_audit', table_name,
    (SELECT string_agg(quote_literal(argument), ', ') FROM unnest(arguments) argument));
END $$;

SELECT audit_table(name, type) FROM (VALUES
  ('AdaptiveSchema', 'SiteAdaptiveSchema'),
  ('ChangeRequest', 'ChangeRequest'),
  ('Collection', 'Collection'),
  ('Comment', 'Comment'),
  ('CommentReaction', 'CommentReaction'),
  ('CommentReply', 'CommentReply'),
  ('ContentConflict', 'ContentConflict'),
  ('ContentPermission', 'ContentPermission'),
  ('CustomField', 'CustomField'),
  ('CustomFieldValue', 'CustomFieldValue'),
  ('Member', 'Member'),
  ('OpenAPISpec', 'OpenAPISpec'),
  ('OpenAPISpecVersion', 'OpenAPISpecVersion'),
  ('Organization', 'Organization'),
  ('RequestedReviewer', 'RequestedReviewer'),
  ('Review', 'ChangeRequestReview'),
  ('Revision', 'Revision'),
  ('SamlProvider', 'SamlProvider'),
  ('Site', 'Site'),
  ('SiteCustomization', 'SiteCustomization'),
  ('SiteRedirect', 'SiteRedirect'),
  ('SiteSection', 'SiteSection'),
  ('SiteSectionGroup', 'SiteSectionGroup'),
  ('SiteSpace', 'SiteSpace'),
  ('SiteSpaceCustomization', 'SiteSpaceCustomization'),
  ('Space', 'Space'),
  ('Team', 'Team'),
  ('TeamMember', 'TeamMember'),
  ('TranslationSettings', 'TranslationSettings'),
  ('User', 'User')
) AS audited(name, type);

SELECT audit_table('ApiToken', 'ApiToken', 'hash');
SELECT audit_table('EmailInvite', 'EmailInvite', 'secretHash');
-- Who knows the id of an invite link can use it.
SELECT audit_table('LinkInvite', 'InviteLink', 'id');
SELECT audit_table('PublishingAuth', 'SitePublishingAuth', 'privateKey');
SELECT audit_table('ShareLink', 'ShareLink', 'key');
