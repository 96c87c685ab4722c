import type { PoolClient, QueryResultRow } from 'pg'
import { serviceUnavailable } from '../admission/reasons.ts'
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts'
import type { CellEncoding } from './byte-cells.ts'
import type { LeftServers } from './left-servers.ts'
import type { Observe, ObservedPool } from './observe-pool.ts'
import { type QueryOfPrisma, transactOn } from './prisma-adapter.ts'
import { runText, type TextRow, type TextStatement } from './text-batch.ts'
import { runTyped } from './typed-rows.ts'

/** The models of Prisma in a transaction, without what runs SQL: its parameters and its rows have other types there. */
type Models = Omit<Prisma.TransactionClient, `$${string}`>

/** A transaction: the models of Prisma, and statements of SQL, on one connection. */
export interface Transaction extends Models {
  /**
   * Runs a statement, which may read and write. It takes a quarter of the processor time that one of Prisma takes. Throws
   * DATABASE_BUSY once the transaction has ended, as at its timeout.
   */
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>
  /** Runs a statement whose rows are texts. */
  texts<Encoding extends CellEncoding>(
    statement: Omit<TextStatement<Encoding>, 'name'>,
  ): Promise<readonly TextRow<Encoding>[]>
}

export interface TransactionOptions {
  /** The time in which the transaction must end. */
  readonly milliseconds?: number
}

/** Runs work in a transaction, of which nothing is kept if the work throws. */
export type Transact = <Result>(
  run: (transaction: Transaction) => Promise<Result>,
  options?: TransactionOptions,
) => Promise<Result>

/** The time in which a transaction must end, unless it says otherwise: see `longTransaction`. */
export const transactionTimeoutMs = 15_000

/** The connections of transactions, and how their statements are named. */
interface TransactionPool extends ObservedPool {
  readonly prisma: () => PrismaClient
  /** Returns the name under which PostgreSQL keeps the plan of a statement, if it is to keep it. */
  readonly nameOf: (text: string, parameters: number) => string | undefined
  /** Where there are several servers. */
  readonly leftServers?: LeftServers | undefined
}

/** Returns the function that runs transactions, each on a connection that it lends to Prisma. */
export function transactOf(pool: TransactionPool): Transact {
  return async (run, { milliseconds = transactionTimeoutMs } = {}) => {
    const connection = new TransactionConnection(await connectToWritable(pool), pool)
    try {
      return await transactOn(connection, pool.prisma(), milliseconds, (models) =>
        run(transactionOn(connection, models)),
      )
    } finally {
      connection.release()
    }
  }
}

/**
 * Returns the models with statements. It inherits from the object of Prisma, which writes members that are set to one that all
 * transactions share.
 */
const transactionOn = (connection: TransactionConnection, models: Prisma.TransactionClient): Transaction =>
  Object.create(models, {
    query: { value: connection.run.bind(connection) },
    texts: { value: connection.texts.bind(connection) },
  } satisfies Record<Exclude<keyof Transaction, keyof Models>, PropertyDescriptor>) as Transaction

/** Takes a connection, to another server if that of the first one has turned read-only. */
async function connectToWritable({ pool, leftServers }: TransactionPool): Promise<PoolClient> {
  const client = await pool.connect()
  if (!leftServers) return client
  try {
    const { rows } = await client.query<{ readOnly: boolean }>(
      `SELECT current_setting('transaction_read_only')::boolean AS "readOnly"`,
    )
    if (!rows[0]?.readOnly) return client
  } catch (error) {
    client.release(error as Error)
    throw error
  }
  leftServers.leave(client)
  client.release(true)
  return pool.connect()
}

/** The statements with which Prisma ends a transaction. */
const endings: ReadonlySet<string> = new Set(['COMMIT', 'ROLLBACK'])

/** The connection of a transaction, until the transaction ends: at its timeout others get it while work may go on. */
class TransactionConnection {
  readonly #client: PoolClient
  readonly #nameOf: TransactionPool['nameOf']
  readonly #observe: Observe
  #isOver = false
  #isReleased = false

  constructor(client: PoolClient, { nameOf, observe }: Pick<TransactionPool, 'nameOf' | 'observe'>) {
    this.#client = client
    this.#nameOf = nameOf
    this.#observe = observe
  }

  /** Runs a statement of Prisma, which begins and ends the transaction. */
  query(statement: QueryOfPrisma): Promise<unknown> {
    if (endings.has(statement.text)) this.#isOver = true
    return this.#client.query(statement as never) as unknown as Promise<unknown>
  }

  release(error?: Error): void {
    this.#isOver = true
    if (!this.#isReleased) this.#client.release(error)
    this.#isReleased = true
  }

  run<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    const name = this.#nameOf(text, values.length)
    return runTyped<Row>((statement) => this.#send(statement), { name, text, values })
  }

  texts<Encoding extends CellEncoding>(
    statement: Omit<TextStatement<Encoding>, 'name'>,
  ): Promise<readonly TextRow<Encoding>[]> {
    return this.#send({ ...statement, name: this.#nameOf(statement.text, statement.values.length) })
  }

  async #send<Encoding extends CellEncoding>(
    statement: TextStatement<Encoding>,
  ): Promise<readonly TextRow<Encoding>[]> {
    if (this.#isOver) throw serviceUnavailable('DATABASE_BUSY')
    const ended = this.#observe(statement.text)
    try {
      return await runText(this.#client, statement)
    } finally {
      ended()
    }
  }
}
