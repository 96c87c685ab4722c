import { organizationOfScopes } from '../access/tokens.ts'
import { uuids } from '../base/uuids.ts'
import type { Database } from '../database/client.ts'
import type { ResultRow, RunStatement, UpdatedColumns } from '../database/rows.ts'
import type { Transaction } from '../database/transactions.ts'
import type { RequestOrigin } from './request-origin.ts'

/** The user and the token that performed an operation, and the origin of the request. */
export interface Actor extends RequestOrigin {
  readonly requestId: string
  /** Null for who accepts an invitation without a token: the event has the user of the rows that it changes. */
  readonly userId: string | null
  /** The token, which is also that of a session. */
  readonly tokenId: string | null
  readonly scopes: readonly string[]
}

export interface AuditTarget {
  readonly type: string
  readonly id: string
}

/** An operation as it is known before it writes. */
export interface AuditedOperation {
  /** The name of the mutation. */
  readonly action: string
  /** The type of the object that it is about. */
  readonly type: string
  /** That object, if the arguments name it. */
  readonly target: AuditTarget | null
  /** Another object that the arguments name. */
  readonly otherTarget: AuditTarget | null
  /** The ids in the arguments, of which the first tells the organization. */
  readonly ids: readonly string[]
}

const columns = `(id, "occurredAt", action, "userId", "userLabel", "tokenId", source, address, agent, "requestId",
  "organizationId", "targetType", "targetId", "personId", "personLabel", changes, "omittedChanges")`

/** Returns the values that every statement passes first, whose parameters follow so many others. */
const actorColumns = (others: number, otherUser = 'NULL'): string => {
  const parameter = (number: number, type = 'text') => `$${others + number}::${type}`
  const user = `coalesce(${parameter(4)}, ${otherUser})`
  return `${parameter(1)}, ${parameter(2, 'timestamptz')}, ${parameter(3)}, ${user},
  (SELECT u."displayName" FROM "User" u WHERE u.id = ${user}), ${parameter(5)},
  ${parameter(6, '"AuditEventSource"')}, ${parameter(7)}, ${parameter(8)}, ${parameter(9)}`
}

/** Makes the triggers of a transaction record what changes, and finds the organization before anything is deleted. */
const beginRecordingChanges = `
SELECT set_config('lectern.audit', 'on', TRUE), set_config('lectern.audit_number', '', TRUE),
  set_config('lectern.audit_changes', '', TRUE), set_config('lectern.audit_organization', '', TRUE),
  audit_organization($1) AS "organizationId"`

/**
 * Inserts the event with the changes that the triggers have recorded. With $19 an operation that has changed nothing is not
 * recorded. The object of an operation that the arguments do not name is the first changed row of its type.
 */
const insert = `
WITH recorded AS (
  SELECT changes, number, jsonb_path_query_first(changes, '$[*].after.userId') #>> '{}' AS "userId"
  FROM (SELECT coalesce(nullif(current_setting('lectern.audit_changes', TRUE), ''), '[]')::jsonb AS changes,
    coalesce(nullif(current_setting('lectern.audit_number', TRUE), ''), '0')::int AS number) settings
)
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
RETURNING "organizationId"`

/** Returns a statement that runs an update of one row, and inserts the event with what it changes. */
function updateWithEvent(
  text: string,
  parameters: number,
  { table, columns: names }: UpdatedColumns,
): string {
  const valuesOf = (row: string) =>
    `jsonb_build_object(${names.map((name) => `'${name}', ${row}."${name}"`).join(', ')})`
  return `
WITH written AS (${text}), recorded AS (
  INSERT INTO "AuditEvent" ${columns}
  SELECT ${actorColumns(parameters)}, w."organizationId", '${table}', w.id, NULL, NULL, jsonb_build_array(jsonb_build_object(
    'objectType', '${table}', 'objectId', w.id, 'before', ${valuesOf('b')}, 'after', ${valuesOf('w')})), 0
  FROM written w JOIN "${table}" b ON b.id = w.id
)
SELECT * FROM written`
}

/** The texts of updates are few; the limit is for those that are made up at run time. */
const maximumStatements = 200

const statements = new Map<string, string>()

const actorValues = (actor: Actor, action: string): unknown[] => {
  const { userId, tokenId, source, address, agent, requestId } = actor
  return [uuids.generate().toString(), new Date(), action, userId, tokenId, source, address, agent, requestId]
}

/** Begins to record what a transaction changes. Returns the organization that the ids tell. */
export async function beginRecording(
  transaction: Transaction,
  ids: readonly string[],
): Promise<string | null> {
  const [begun] = await transaction.query<Organization>(beginRecordingChanges, [ids])
  return begun?.organizationId ?? null
}

/** Records a change that is of no row, which the triggers therefore do not record. */
export async function recordChange(transaction: Transaction, change: RecordedChange): Promise<void> {
  await transaction.query(
    `SELECT set_config('lectern.audit_changes', $1, TRUE), set_config('lectern.audit_number', '1', TRUE)`,
    [JSON.stringify([change])],
  )
}

export interface RecordedChange {
  readonly objectType: string
  readonly objectId: string
  readonly before: object | null
  readonly after: object | null
}

interface Organization {
  readonly organizationId: string | null
}

interface InsertOptions {
  readonly organizationId: string | null
  /** Whether to insert nothing if nothing was changed. */
  readonly onlyIfChanged: boolean
}

/** Inserts the event of an operation with the changes that were recorded. Returns null if it did not. */
export async function insertEvent(
  run: RunStatement,
  actor: Actor,
  { action, target, otherTarget, type }: AuditedOperation,
  { organizationId, onlyIfChanged }: InsertOptions,
): Promise<Organization | null> {
  const [inserted] = await run<Organization>(insert, [
    ...actorValues(actor, action),
    organizationId,
    organizationOfScopes(actor.scopes) ?? null,
    target?.id ?? null,
    target?.type ?? null,
    type,
    otherTarget?.id ?? null,
    otherTarget?.type ?? null,
    organizationId ?? actor.userId ?? 'anonymous',
    organizationId ? 'Organization' : 'User',
    onlyIfChanged,
  ])
  return inserted ?? null
}

/** The record of one operation, which is written with what the operation writes first. */
export class OperationRecord {
  readonly #actor: Actor
  readonly #operation: AuditedOperation
  /** Set while the event is being written, and once it is. */
  #isTaken = false
  #organizationId: string | null = null

  constructor(actor: Actor, operation: AuditedOperation) {
    this.#actor = actor
    this.#operation = operation
  }

  /** The organization in which the operation has changed something. Null if it has not, or outside of organizations. */
  get organizationId(): string | null {
    return this.#organizationId
  }

  /** Runs a transaction, and records the operation at its end if it has changed something. */
  async inTransaction<Result>(
    transact: (run: (transaction: Transaction) => Promise<Result>) => Promise<Result>,
    run: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result> {
    if (this.#isTaken) return transact(run)
    let event: Organization | null = null
    return this.#taken(
      () =>
        transact(async (transaction) => {
          const organizationId = await beginRecording(transaction, this.#operation.ids)
          const result = await run(transaction)
          const options = { organizationId, onlyIfChanged: true }
          event = await insertEvent(transaction.query, this.#actor, this.#operation, options)
          return result
        }),
      () => event,
    )
  }

  /** Runs a statement that updates a row, and records the operation in the same statement. */
  async inUpdate<Row extends ResultRow>(
    database: Pick<Database, 'write'>,
    text: string,
    values: readonly unknown[],
    updated: UpdatedColumns,
  ): Promise<readonly Row[]> {
    if (this.#isTaken) return database.write<Row>(text, values)
    const statement = statements.get(text) ?? updateWithEvent(text, values.length, updated)
    if (statements.size < maximumStatements) statements.set(text, statement)
    return this.#taken(
      () => database.write<Row>(statement, [...values, ...actorValues(this.#actor, this.#operation.action)]),
      ([row]) => (row ? (row as unknown as Organization) : null),
    )
  }

  /** Records an operation that has changed nothing, because it found everything as it was to be. */
  async atEnd(database: Pick<Database, 'query' | 'write'>): Promise<void> {
    if (this.#isTaken) return
    this.#isTaken = true
    const [found] = await database.query<Organization>('SELECT audit_organization($1) AS "organizationId"', [
      this.#operation.ids,
    ])
    await insertEvent(database.write, this.#actor, this.#operation, {
      organizationId: found?.organizationId ?? null,
      onlyIfChanged: false,
    })
  }

  /** Lets nothing else record the operation while work is going on, nor after it if it has recorded the operation. */
  async #taken<Result>(
    work: () => Promise<Result>,
    eventOf: (result: Result) => Organization | null,
  ): Promise<Result> {
    this.#isTaken = true
    try {
      const result = await work()
      const event = eventOf(result)
      this.#isTaken = event !== null
      this.#organizationId = event?.organizationId ?? null
      return result
    } catch (error) {
      this.#isTaken = false
      throw error
    }
  }
}
