-- Shortens long values.
CREATE OR REPLACE FUNCTION audit_values(row_values jsonb) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE
    AS $$
BEGIN
  -- No value is longer than all of them.
  IF length(row_values::TEXT) <= 1000 THEN
    RETURN row_values;
  END IF;
  RETURN (
    SELECT coalesce(jsonb_object_agg(key, CASE WHEN length(value::TEXT) > 1000
        THEN to_jsonb(left(value #>> '{}', 1000) || '…') ELSE value END), '{}')
    FROM jsonb_each(row_values));
END $$;

-- Adds the change of a row to the settings of a transaction that writes an audit event. The first argument is the type of
-- the row, and the others are the columns that are secrets. An identity provider is of the type of its protocol, in place
-- of its kind.
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
  -- The objects in which it happens, for its event. The first row that knows one counts.
  PERFORM set_config('lectern.audit_places', (jsonb_strip_nulls(jsonb_build_object(
    'spaceId', either ->> 'spaceId', 'siteId', either ->> 'siteId', 'changeRequestId', either ->> 'changeRequestId'))
    || coalesce(nullif(current_setting('lectern.audit_places', TRUE), ''), '{}')::JSONB)::TEXT, TRUE);
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

-- Notes the changes of a table in transactions that write an audit event.
CREATE OR REPLACE FUNCTION audit_table(table_name text, VARIADIC arguments text[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
  EXECUTE format(
    'CREATE TRIGGER %I AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW'
    ' WHEN (current_setting(''lectern.audit'', TRUE) = ''on'') EXECUTE FUNCTION note_audited_change(%s)',
    table_name || '_audit', table_name,
    (SELECT string_agg(quote_literal(argument), ', ') FROM unnest(arguments) argument));
END $$;

SELECT audit_table('AdaptiveSchema', 'SiteAdaptiveSchema');
SELECT audit_table('ApiToken', 'ApiToken', 'hash');
SELECT audit_table('ChangeRequest', 'ChangeRequest');
SELECT audit_table('Collection', 'Collection');
SELECT audit_table('CommentReaction', 'CommentReaction');
SELECT audit_table('CommentReply', 'CommentReply');
SELECT audit_table('Comment', 'Comment');
SELECT audit_table('ContentConflict', 'ContentConflict');
SELECT audit_table('ContentPermission', 'ContentPermission');
SELECT audit_table('CustomFieldValue', 'CustomFieldValue');
SELECT audit_table('CustomField', 'CustomField');
SELECT audit_table('CustomFontFace', 'CustomFont', 'blobHash');
SELECT audit_table('CustomFont', 'CustomFont');
SELECT audit_table('EmailInvite', 'EmailInvite', 'secretHash', 'linkHash');
SELECT audit_table('GitLink', 'GitLink', 'token', 'webhookSecret', 'state', 'stateMessage', 'stateProblem', 'stateFile', 'stateLine', 'stateSince', 'problems', 'isAhead', 'aheadAuthors', 'conflictRequestId', 'commitOid', 'revisionId', 'syncedAt', 'checkedAt', 'dueAt', 'failures', 'runnerId', 'leaseUntil');
SELECT audit_table('GitPreview', 'GitPreview');
SELECT audit_table('GlossaryEntry', 'GlossaryEntry');
SELECT audit_table('GroupMapping', 'OidcGroupMapping');
SELECT audit_table('IdentityProvider', 'IdentityProvider', 'kind', 'clientSecret');
SELECT audit_table('Job', 'Job', 'input', 'origin', 'report', 'runnerId', 'heartbeatAt', 'attempts', 'done', 'total', 'key', 'resultBlobHash');
SELECT audit_table('LinkInvite', 'InviteLink', 'id');
SELECT audit_table('Member', 'Member');
SELECT audit_table('OpenAPISpecVersion', 'OpenAPISpecVersion');
SELECT audit_table('OpenAPISpec', 'OpenAPISpec');
SELECT audit_table('Organization', 'Organization');
SELECT audit_table('PublishingAuth', 'SitePublishingAuth', 'privateKey');
SELECT audit_table('RequestedReviewer', 'RequestedReviewer');
SELECT audit_table('Review', 'ChangeRequestReview');
SELECT audit_table('Revision', 'Revision');
SELECT audit_table('ShareLink', 'ShareLink', 'key');
SELECT audit_table('SiteCustomization', 'SiteCustomization');
SELECT audit_table('SiteExternalLink', 'SiteExternalLink');
SELECT audit_table('SiteImage', 'SiteImage', 'blobHash');
SELECT audit_table('SiteRedirect', 'SiteRedirect');
SELECT audit_table('SiteSectionGroup', 'SiteSectionGroup');
SELECT audit_table('SiteSection', 'SiteSection');
SELECT audit_table('SiteSpaceCustomization', 'SiteSpaceCustomization');
SELECT audit_table('SiteSpace', 'SiteSpace');
SELECT audit_table('Site', 'Site');
SELECT audit_table('Space', 'Space');
SELECT audit_table('StorageUpload', 'StorageUpload', 'key', 'blobHash');
SELECT audit_table('TeamMember', 'TeamMember');
SELECT audit_table('Team', 'Team');
SELECT audit_table('TranslationSettings', 'TranslationSettings');
SELECT audit_table('User', 'User');
SELECT audit_table('Webhook', 'Webhook', 'secret', 'formerSecret', 'sincePosition');

-- Functions in PL/pgSQL keep the plans of their statements, where those in SQL plan them at each call. Every write calls
-- these.
CREATE OR REPLACE FUNCTION audit_organization(ids text[]) RETURNS text
    LANGUAGE plpgsql STABLE
    AS $$
DECLARE
  given TEXT;
  organization TEXT;
BEGIN
  FOREACH given IN ARRAY ids LOOP
    CASE left(given, 3)
      WHEN 'org' THEN SELECT r.id INTO organization FROM "Organization" r WHERE r.id = given;
      WHEN 'spc' THEN SELECT r."organizationId" INTO organization FROM "Space" r WHERE r.id = given;
      WHEN 'col' THEN SELECT r."organizationId" INTO organization FROM "Collection" r WHERE r.id = given;
      WHEN 'sit' THEN SELECT r."organizationId" INTO organization FROM "Site" r WHERE r.id = given;
      WHEN 'tea' THEN SELECT r."organizationId" INTO organization FROM "Team" r WHERE r.id = given;
      ELSE NULL;
    END CASE;
    IF organization IS NOT NULL THEN
      RETURN organization;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- Nobody changes an event. Only the job that removes old ones may delete, which it says in its transaction.
CREATE OR REPLACE FUNCTION keep_audit_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('lectern.audit_sweep', TRUE) = 'on' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'audit events cannot be changed' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER "AuditEvent_keep" BEFORE DELETE OR UPDATE ON "AuditEvent"
    FOR EACH ROW EXECUTE FUNCTION keep_audit_event();
CREATE TRIGGER "AuditEvent_keep_all" BEFORE TRUNCATE ON "AuditEvent"
    FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_event();
