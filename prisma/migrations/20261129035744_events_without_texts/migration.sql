-- The text that resolves a conflict is a body.
-- Returns whether an event tells the value of a column: no bodies, and no values that may be long.
CREATE OR REPLACE FUNCTION event_tells(name text, value jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    RETURN name <> ALL ('{markdown,document,descriptionMarkdown,descriptionTree,nodePreview,base,ours,theirs,text}'::text[])
      AND jsonb_typeof(value) NOT IN ('object', 'array') AND length(value::text) <= 200;
