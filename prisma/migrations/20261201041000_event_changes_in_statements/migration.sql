-- PostgreSQL writes the function event_changes into the statements that call it, which saves a part of the time of each write.
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
