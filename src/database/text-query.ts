import type { Connection, Pool, Submittable } from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { getOrCreate } from '../get-or-create.ts'

/** A row whose cells are texts as PostgreSQL writes them. */
export type TextRow = readonly (string | null)[]

/** The rows of a statement exceed the number of bytes that it may return. */
export class ResultTooLarge extends Error {}

export interface TextStatement {
  /** The name under which PostgreSQL keeps the plan; undefined for one that is not kept. */
  readonly name: string | undefined
  readonly text: string
  readonly values: readonly unknown[]
  /** The number of bytes after which reading stops. */
  readonly maximumBytes: number
}

/** The number of statements that a connection keeps prepared, of which each takes memory in PostgreSQL. */
const maximumPrepared = 200

/** The names of the statements of a connection, of which the last was used last. */
const preparedNames = new WeakMap<Connection, Set<string>>()

/** Records the use of a prepared statement. Returns the one that was not used for longest, if there are too many. */
function recordUse(connection: Connection, name: string): string | undefined {
  const names = getOrCreate(preparedNames, connection, () => new Set<string>())
  names.delete(name)
  names.add(name)
  if (names.size <= maximumPrepared) return undefined
  const [oldest] = names
  names.delete(oldest as string)
  return oldest
}

/** The members of a connection of the driver that send the messages of a statement. */
interface Messages extends Connection {
  close(statement: { readonly type: 'S'; readonly name: string }): void
  readonly parsedStatements: Record<string, string | undefined>
  readonly submittedNamedStatements: Record<string, string | undefined>
}

interface DataRow {
  readonly length: number
  readonly fields: TextRow
}

/**
 * A statement for the driver whose rows are left as texts. In contrast to the driver's own, it does not ask what the
 * columns are, and stops at a number of bytes.
 */
class TextQuery implements Submittable {
  readonly name: string | undefined
  readonly text: string
  readonly rows: TextRow[] = []
  callback: (error: Error | null) => void = () => {}
  readonly #statement: TextStatement
  #bytes = 0

  constructor(statement: TextStatement) {
    this.#statement = statement
    this.name = statement.name
    this.text = statement.text
  }

  submit(given: Connection): void {
    const connection = given as Messages
    const { name = '', text, values } = this.#statement
    const isParsed =
      name !== '' && (connection.parsedStatements[name] ?? connection.submittedNamedStatements[name])
    const unused = name === '' ? undefined : recordUse(connection, name)
    connection.stream.cork()
    try {
      if (unused !== undefined) {
        connection.close({ type: 'S', name: unused })
        delete connection.parsedStatements[unused]
        delete connection.submittedNamedStatements[unused]
      }
      if (!isParsed) {
        connection.parse({ name, text, types: [] }, true)
        if (name !== '') connection.submittedNamedStatements[name] = text
      }
      const bound = { statement: name, values: [...values], valueMapper: prepareValue } as never
      connection.bind(bound, true)
      connection.execute({}, true)
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
  }

  handleDataRow({ length, fields }: DataRow): void {
    this.#bytes += length
    if (this.#bytes <= this.#statement.maximumBytes) this.rows.push(fields)
    else this.#finish(new ResultTooLarge(`more than ${this.#statement.maximumBytes} bytes`))
  }

  handleReadyForQuery(): void {
    this.#finish(null)
  }

  handleError(error: Error): void {
    this.#finish(error)
  }

  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}

  #finish(error: Error | null): void {
    const { callback } = this
    this.callback = () => {}
    callback(error)
  }
}

/** Runs a statement on a connection of the pool. Throws ResultTooLarge for more bytes than it may return. */
export async function queryTexts(pool: Pool, statement: TextStatement): Promise<readonly TextRow[]> {
  const client = await pool.connect()
  const query = new TextQuery(statement)
  let failure: Error | null = null
  try {
    await new Promise<void>((resolve, reject) => {
      query.callback = (error) => (error ? reject(error) : resolve())
      client.query(query)
    })
    return query.rows
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    // Closing the connection is what ends a statement that still sends rows.
    client.release(failure instanceof ResultTooLarge)
  }
}
