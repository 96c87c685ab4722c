-- Since the migration tell_short_changes_quickly, an event of one change told short lists, which no event tells.
-- Returns whether an event tells all values of a row, or of null, by looking at the row as a whole: false may be wrong of long rows.
-- The path is strict: a lax one looks at the elements of a list and not at the list.
CREATE OR REPLACE FUNCTION event_tells_row(columns jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    RETURN columns IS NULL OR jsonb_typeof(columns) = 'null' OR (jsonb_typeof(columns) = 'object' AND length(columns::text) <= 200
      AND NOT columns ?| untold_columns()
      AND NOT jsonb_path_exists(columns, 'strict $.* ? (@.type() == "object" || @.type() == "array")', '{}', true));
