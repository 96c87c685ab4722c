import { organizationOfScopes } from '../access/tokens.ts'
import { eventIdOf } from '../base/identifiers.ts'
import { typeOfObjectId } from '../base/object-ids.ts'
import { uuids } from '../base/uuids.ts'
import type { Database } from '../database/client.ts'
import type { ResultRow, RunStatement, UpdatedColumns } from '../database/rows.ts'
import type { Transaction } from '../database/transactions.ts'
import type { RequestOrigin } from '../request/request-origin.ts'
import { beginRecordingChanges, insertRecord, updateWithRecord } from './audit-statements.ts'
import { typeOfOperation } from './event-types.ts'

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

/** The texts of updates are few; the limit is for those that are made up at run time. */
const maximumStatements = 200

const statements = new Map<string, string>()

const actorValues = (id: string, actor: Actor, action: string): unknown[] => {
  const { userId, tokenId, source, address, agent, requestId } = actor
  return [id, new Date(), action, userId, tokenId, source, address, agent, requestId]
}

const newRecordId = (): string => uuids.generate().toString()

const firstOf = (type: string, ids: readonly string[]): string | null =>
  ids.find((id) => typeOfObjectId(id) === type) ?? null

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
  { action, target, otherTarget, type, ids }: AuditedOperation,
  { organizationId, onlyIfChanged }: InsertOptions,
): Promise<Organization | null> {
  const id = newRecordId()
  const { cases, otherwise } = typeOfOperation(action)
  const [inserted] = await run<Organization>(insertRecord, [
    ...actorValues(id, actor, action),
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
    eventIdOf(id),
    otherwise,
    cases.length === 0 ? null : JSON.stringify(cases),
    firstOf('Space', ids),
    firstOf('Site', ids),
    firstOf('ChangeRequest', ids),
    firstOf('Job', ids),
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
    const statement = statements.get(text) ?? updateWithRecord(text, values.length, updated)
    if (statements.size < maximumStatements) statements.set(text, statement)
    return this.#taken(
      () => database.write<Row>(statement, [...values, ...this.#valuesOfUpdate()]),
      ([row]) => (row ? (row as unknown as Organization) : null),
    )
  }

  #valuesOfUpdate(): unknown[] {
    const id = newRecordId()
    const { action } = this.#operation
    return [...actorValues(id, this.#actor, action), eventIdOf(id), typeOfOperation(action).otherwise]
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
