-- The columns whose values no event tells: bodies, and what is made of them.
CREATE OR REPLACE FUNCTION untold_columns() RETURNS text[]
    LANGUAGE sql IMMUTABLE
    RETURN '{markdown,document,descriptionMarkdown,descriptionTree,nodePreview,base,ours,theirs,text}'::text[];

-- Returns whether an event tells the value of a column: no bodies, and no values that may be long.
CREATE OR REPLACE FUNCTION event_tells(name text, value jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    RETURN name <> ALL (untold_columns()) AND jsonb_typeof(value) NOT IN ('object', 'array') AND length(value::text) <= 200;

-- Returns whether an event tells all values of a row, or of null, by looking at the row as a whole: false may be wrong of long rows.
-- The path is strict: a lax one looks at the elements of a list and not at the list.
CREATE OR REPLACE FUNCTION event_tells_row(columns jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    RETURN columns IS NULL OR jsonb_typeof(columns) = 'null' OR (jsonb_typeof(columns) = 'object' AND length(columns::text) <= 200
      AND NOT columns ?| untold_columns()
      AND NOT jsonb_path_exists(columns, 'strict $.* ? (@.type() == "object" || @.type() == "array")', '{}', true));

-- Returns what `event_changes` does, of any record.
CREATE OR REPLACE FUNCTION cut_event_changes(changes jsonb) RETURNS jsonb
    LANGUAGE sql STABLE
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

-- Returns the first changes of the record of an operation in the audit log as its event tells them. The names of the columns
-- whose values are not told are in the list `omitted`. Most records have one change of a few short values, of which nothing is left
-- out: `cut_event_changes` would take several times as long to find that. PostgreSQL writes this function into the statements that
-- call it, for which it must be one expression and no less stable than what it calls.
CREATE OR REPLACE FUNCTION event_changes(changes jsonb) RETURNS jsonb
    LANGUAGE sql STABLE
    RETURN CASE WHEN jsonb_array_length(changes) = 1
        AND event_tells_row(changes -> 0 -> 'before') AND event_tells_row(changes -> 0 -> 'after')
      THEN jsonb_build_array(((changes -> 0) - '{before,after,userLabel}'::text[]) || jsonb_build_object(
        'before', changes -> 0 -> 'before', 'after', changes -> 0 -> 'after', 'omitted', '[]'::jsonb))
      ELSE cut_event_changes(changes) END;

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
