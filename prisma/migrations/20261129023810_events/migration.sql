-- What happens in organizations, for those who are told of it: see src/docs/contributing/events.md.
CREATE TABLE "Event" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "occurredAt" TIMESTAMPTZ(3) NOT NULL,
    "number" BIGSERIAL NOT NULL,
    "position" BIGINT,
    "actorUserId" TEXT,
    "actorLabel" TEXT,
    "spaceId" TEXT,
    "siteId" TEXT,
    "changeRequestId" TEXT,
    "jobId" TEXT,
    "targetType" TEXT NOT NULL,
    "targetId" TEXT NOT NULL,
    "personId" TEXT,
    "changes" JSONB NOT NULL DEFAULT '[]',
    "omittedChanges" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "Event_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "EventPosition" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "position" BIGINT NOT NULL,

    CONSTRAINT "EventPosition_pkey" PRIMARY KEY ("id")
);

-- Events that have no position yet.
CREATE INDEX "Event_waiting_idx" ON "Event" (number) WHERE position IS NULL;

CREATE INDEX "Event_position_idx" ON "Event"("position");

CREATE UNIQUE INDEX "Event_organizationId_position_key" ON "Event"("organizationId", "position");

-- Returns whether an event tells the value of a column: no bodies, and no values that may be long.
CREATE OR REPLACE FUNCTION event_tells(name text, value jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    RETURN name <> ALL ('{markdown,document,descriptionMarkdown,descriptionTree,nodePreview,base,ours,theirs}'::text[])
      AND jsonb_typeof(value) NOT IN ('object', 'array') AND length(value::text) <= 200;

-- Returns the first changes of the record of an operation in the audit log as its event tells them. The names of the columns
-- whose values are not told are in the list `omitted`.
CREATE OR REPLACE FUNCTION event_changes(changes jsonb) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE
    AS $$
BEGIN
  RETURN (
    SELECT coalesce(jsonb_agg((change - '{before,after,userLabel}'::text[]) || jsonb_build_object(
      'before', CASE WHEN jsonb_typeof(change -> 'before') = 'object' THEN (
        SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(change -> 'before') WHERE event_tells(key, value)) END,
      'after', CASE WHEN jsonb_typeof(change -> 'after') = 'object' THEN (
        SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(change -> 'after') WHERE event_tells(key, value)) END,
      'omitted', (
        SELECT coalesce(jsonb_agg(DISTINCT key), '[]') FROM (
          SELECT * FROM jsonb_each(CASE WHEN jsonb_typeof(change -> 'before') = 'object' THEN change -> 'before' ELSE '{}' END)
          UNION ALL
          SELECT * FROM jsonb_each(CASE WHEN jsonb_typeof(change -> 'after') = 'object' THEN change -> 'after' ELSE '{}' END)
        ) either WHERE NOT event_tells(key, value))) ORDER BY n), '[]')
    FROM jsonb_array_elements(changes) WITH ORDINALITY AS listed(change, n) WHERE n <= 20);
END $$;

-- Gives positions to committed events that have none, at most so many, and tells all processes by a notification. Returns the
-- highest position that any event has been given. One call at a time gives them: a transaction that can read an event can read
-- all that are before it, because the lock is held until the positions are committed, and each statement of this function
-- reads what is committed when it begins.
CREATE OR REPLACE FUNCTION place_events(batch integer) RETURNS bigint
    LANGUAGE plpgsql
    AS $$
DECLARE
  placed BIGINT;
  highest BIGINT;
BEGIN
  IF EXISTS (SELECT FROM "Event" WHERE position IS NULL) THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('place-events', 0));
    SELECT coalesce(max(p.position), 0) INTO highest FROM "EventPosition" p;
    UPDATE "Event" e SET position = highest + waiting.n
      FROM (
        SELECT id, row_number() OVER (ORDER BY number) AS n FROM (
          SELECT w.id, w.number FROM "Event" w WHERE w.position IS NULL ORDER BY w.number LIMIT batch) first
      ) waiting
      WHERE e.id = waiting.id;
    GET DIAGNOSTICS placed = ROW_COUNT;
    IF placed > 0 THEN
      INSERT INTO "EventPosition" AS p (id, position) VALUES (1, highest + placed)
        ON CONFLICT (id) DO UPDATE SET position = EXCLUDED.position;
      PERFORM pg_notify('lectern_events', (highest + placed)::TEXT);
    END IF;
  END IF;
  RETURN (SELECT coalesce(max(p.position), 0) FROM "EventPosition" p);
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
