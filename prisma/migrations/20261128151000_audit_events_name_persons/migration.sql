-- The person whose role, team, membership or permission an event is about. Events of before say it only where the row was
-- created or deleted.
ALTER TABLE "AuditEvent" ADD COLUMN "personId" TEXT, ADD COLUMN "personLabel" TEXT;

-- Adds the change of a row to the settings of a transaction that writes an audit event. The first argument is the type of
-- the row, and the others are the columns that are secrets.
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
      'objectType', TG_ARGV[0], 'objectId', object_id,
      'before', CASE WHEN row_before IS NOT NULL THEN audit_values(row_before) END,
      'after', CASE WHEN row_after IS NOT NULL THEN audit_values(row_after) END) || person)
  )::TEXT, TRUE);
  RETURN NULL;
END $$;
