import type { UpdatedColumns } from '../database/rows.ts'
import { type EventValues, insertEvents, labelOfUser } from './event-statements.ts'

const columns = `(id, "occurredAt", action, "userId", "userLabel", "tokenId", source, address, agent, "requestId",
  "organizationId", "targetType", "targetId", "personId", "personLabel", changes, "omittedChanges")`

/** Returns the values that every statement passes first, whose parameters follow so many others. */
const actorColumns = (others: number, otherUser = 'NULL'): string => {
  const parameter = (number: number, type = 'text') => `$${others + number}::${type}`
  const user = `coalesce(${parameter(4)}, ${otherUser})`
  return `${parameter(1)}, ${parameter(2, 'timestamptz')}, ${parameter(3)}, ${user},
  ${labelOfUser(user)}, ${parameter(5)},
  ${parameter(6, '"AuditEventSource"')}, ${parameter(7)}, ${parameter(8)}, ${parameter(9)}`
}

/** Makes the triggers of a transaction record what changes, and finds the organization before anything is deleted. */
export const beginRecordingChanges = `
SELECT set_config('lectern.audit', 'on', TRUE), set_config('lectern.audit_number', '', TRUE),
  set_config('lectern.audit_changes', '', TRUE), set_config('lectern.audit_organization', '', TRUE),
  set_config('lectern.audit_places', '', TRUE), audit_organization($1) AS "organizationId"`

/** The changes that an event lists at most: see the function event_changes. */
const maximumToldChanges = 20

/** The values of an event that are those of the row of the audit log `a`. */
const sameAsAudit = {
  organizationId: 'a."organizationId"',
  occurredAt: 'a."occurredAt"',
  actorUserId: 'a."userId"',
  actorLabel: 'a."userLabel"',
  targetType: 'a."targetType"',
  targetId: 'a."targetId"',
  personId: 'a."personId"',
  changes: 'event_changes(a.changes)',
  omittedChanges: `a."omittedChanges" + greatest(jsonb_array_length(a.changes) - ${maximumToldChanges}, 0)`,
} satisfies Partial<EventValues>

/** Returns SQL for the object of a type in which an operation happens: that of the arguments, or of the first changed row. */
const placeOf = (type: string, name: string, parameter: number): string =>
  `CASE WHEN a."targetType" = '${type}' THEN a."targetId" ELSE coalesce($${parameter}::text, places ->> '${name}') END`

/**
 * Inserts the record of an operation with the changes that the triggers have recorded, and its event, if it is one of an
 * organization. With $19 an operation that has changed nothing is not recorded. The object of an operation that the arguments do
 * not name is the first changed row of its type.
 */
export const insertRecord = `
WITH recorded AS (
  SELECT changes, number, jsonb_path_query_first(changes, '$[*].after.userId') #>> '{}' AS "userId"
  FROM (SELECT coalesce(nullif(current_setting('lectern.audit_changes', TRUE), ''), '[]')::jsonb AS changes,
    coalesce(nullif(current_setting('lectern.audit_number', TRUE), ''), '0')::int AS number) settings
), audited AS (
INSERT INTO "AuditEvent" ${columns}
SELECT ${actorColumns(0, `recorded."userId", 'anonymous'`)},
  coalesce($10::text, nullif(current_setting('lectern.audit_organization', TRUE), ''), $11::text),
  CASE WHEN $12::text IS NOT NULL THEN $13::text WHEN own.type = $14::text THEN own.type
    ELSE coalesce($16::text, own.type, $18::text) END,
  CASE WHEN $12 IS NOT NULL THEN $12 WHEN own.type = $14 THEN own.id
    ELSE coalesce($15::text, own.id, $17::text) END,
  person.id, person.label, recorded.changes, recorded.number - jsonb_array_length(recorded.changes)
FROM recorded LEFT JOIN LATERAL (
  SELECT change ->> 'objectType' AS type, change ->> 'objectId' AS id
  FROM jsonb_array_elements(recorded.changes) WITH ORDINALITY AS changed(change, n)
  WHERE change ->> 'objectId' IS NOT NULL
  ORDER BY (change ->> 'objectType') = $14 DESC, n LIMIT 1
) own ON TRUE LEFT JOIN LATERAL (
  SELECT change ->> 'userId' AS id, change ->> 'userLabel' AS label
  FROM jsonb_array_elements(recorded.changes) WITH ORDINALITY AS changed(change, n)
  WHERE change ? 'userId' ORDER BY n LIMIT 1
) person ON TRUE
WHERE NOT $19::boolean OR recorded.number > 0
RETURNING *
), told AS (${insertEvents(
  {
    ...sameAsAudit,
    id: '$20::text',
    type: `coalesce((
      SELECT each ->> 'type' FROM jsonb_array_elements($22::jsonb) WITH ORDINALITY AS cases(each, n)
      WHERE jsonb_path_exists(a.changes, (each ->> 'when')::jsonpath) ORDER BY n LIMIT 1), $21::text)`,
    spaceId: placeOf('Space', 'spaceId', 23),
    siteId: placeOf('Site', 'siteId', 24),
    changeRequestId: placeOf('ChangeRequest', 'changeRequestId', 25),
    jobId: `CASE WHEN a."targetType" IN ('Job', 'ImportRun') THEN split_part(a."targetId", '@', 1) ELSE $26::text END`,
  },
  `audited a CROSS JOIN (SELECT nullif(current_setting('lectern.audit_places', TRUE), '')::jsonb AS places) happened
  WHERE a."organizationId" IS NOT NULL`,
)})
SELECT "organizationId" FROM audited`

/**
 * Returns a statement that runs an update of one row, and inserts the record of the operation with what it changes, and its
 * event.
 */
export function updateWithRecord(
  text: string,
  parameters: number,
  { table, columns: names }: UpdatedColumns,
): string {
  const valuesOf = (row: string) =>
    `jsonb_build_object(${names.map((name) => `'${name}', ${row}."${name}"`).join(', ')})`
  return `
WITH written AS (${text}), audited AS (
  INSERT INTO "AuditEvent" ${columns}
  SELECT ${actorColumns(parameters)}, w."organizationId", '${table}', w.id, NULL, NULL, jsonb_build_array(jsonb_build_object(
    'objectType', '${table}', 'objectId', w.id, 'before', ${valuesOf('b')}, 'after', ${valuesOf('w')})), 0
  FROM written w JOIN "${table}" b ON b.id = w.id
  RETURNING *
), told AS (${insertEvents(
    {
      ...sameAsAudit,
      id: `$${parameters + 10}::text`,
      type: `$${parameters + 11}::text`,
      ...(table === 'Space' && { spaceId: 'a."targetId"' }),
    },
    'audited a',
  )})
SELECT * FROM written`
}
