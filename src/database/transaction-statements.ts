import { AsyncLocalStorage } from 'node:async_hooks'
import { PrismaPg } from '@prisma/adapter-pg'
import type { Pool, PoolClient, QueryResultRow } from 'pg'
import { serviceUnavailable } from '../admission/reasons.ts'
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts'
import type { LeftServers } from './left-servers.ts'
import { isOpeningSnapshot, SnapshotPool } from './prisma-in-snapshot.ts'
import { isRead } from './statement-kind.ts'
import { type Observe, runText } from './text-reader.ts'
import { runTyped } from './typed-rows.ts'

/** Returns the name under which PostgreSQL keeps the plan of a statement, if it is to keep it. */
type NameOf = (text: string, parameters: number) => string | undefined

/** How the statements of transactions are named and measured. */
interface StatementOptions {
  readonly nameOf: NameOf
  readonly observe: Observe
  /** Where there are several servers. */
  readonly leftServers?: LeftServers | undefined
}

/** The connection of a transaction, until the transaction ends. */
class TransactionConnection {
  readonly #client: PoolClient
  readonly #options: StatementOptions
  #isOver = false

  constructor(client: PoolClient, options: StatementOptions) {
    this.#client = client
    this.#options = options
  }

  async query<Row extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    const { nameOf, observe } = this.#options
    const ended = observe(text)
    try {
      const name = nameOf(text, values.length)
      return await runTyped<Row>((statement) => runText(this.client(), statement), { name, text, values })
    } finally {
      ended()
    }
  }

  /** Throws once the transaction has ended: at its timeout the connection is given to others while work may go on. */
  client(): PoolClient {
    if (this.#isOver) throw serviceUnavailable('DATABASE_BUSY')
    return this.#client
  }

  get nameOf(): NameOf {
    return this.#options.nameOf
  }

  end(): void {
    this.#isOver = true
  }
}

const opening = new AsyncLocalStorage<{ connection?: TransactionConnection }>()

const connections = new WeakMap<Prisma.TransactionClient, TransactionConnection>()

/**
 * Runs a statement in a transaction of Prisma, on the connection of that transaction. It takes a quarter of the processor
 * time of `$queryRaw`, and values of rows are as in `database.query`.
 */
export function queryIn<Row extends QueryResultRow>(
  transaction: Prisma.TransactionClient,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  return knownConnection(transaction).query<Row>(text, values)
}

function knownConnection(transaction: Prisma.TransactionClient): TransactionConnection {
  const connection = connections.get(transaction)
  if (!connection) throw new Error('The transaction was not opened by the client of connectDatabase().')
  return connection
}

/** Returns the connection of a transaction, for what `queryIn` cannot run, and how its statements are named. */
export function connectionOf(transaction: Prisma.TransactionClient): {
  readonly client: () => PoolClient
  readonly nameOf: NameOf
} {
  const connection = knownConnection(transaction)
  return { client: () => connection.client(), nameOf: connection.nameOf }
}

type OpenTransaction = Awaited<ReturnType<Awaited<ReturnType<PrismaPg['connect']>>['startTransaction']>>

const endings: ReadonlySet<string> = new Set(['COMMIT', 'ROLLBACK'])

/** The pools of an adapter. Reads outside of transactions never wait for writers. */
interface AdapterPools {
  readonly reads: Pool
  readonly writes: Pool
}

/** The adapter of Prisma, which tells who opens a transaction which connection it has. */
export class ConnectionSharingAdapter extends PrismaPg {
  readonly #writes: PrismaPg
  readonly #snapshots: PrismaPg
  readonly #statements: StatementOptions

  constructor(
    { reads, writes }: AdapterPools,
    options: ConstructorParameters<typeof PrismaPg>[1],
    statements: StatementOptions,
  ) {
    super(reads, options)
    this.#writes = new PrismaPg(writes, options)
    this.#snapshots = new PrismaPg(new SnapshotPool(), options)
    this.#statements = statements
  }

  override async connect(): ReturnType<PrismaPg['connect']> {
    const reader = await super.connect()
    const writer = await this.#writes.connect()
    const snapshots = await this.#snapshots.connect()
    const read = reader.queryRaw.bind(reader)
    const dispose = reader.dispose.bind(reader)
    return Object.assign(reader, {
      queryRaw: (query: Parameters<typeof read>[0]) =>
        isRead(query.sql) ? read(query) : writer.queryRaw(query),
      executeRaw: writer.executeRaw.bind(writer),
      startTransaction: async (...given: Parameters<typeof writer.startTransaction>) =>
        isOpeningSnapshot()
          ? snapshots.startTransaction()
          : this.#share(await this.#started(() => writer.startTransaction(...given))),
      dispose: async () => {
        await dispose()
        await writer.dispose()
      },
    })
  }

  /** Starts a transaction, on another server if the one that it began on has turned read-only: nothing of it has run yet. */
  async #started(start: () => Promise<OpenTransaction>): Promise<OpenTransaction> {
    const transaction = await start()
    const { leftServers } = this.#statements
    if (!leftServers) return transaction
    const { client } = transaction as unknown as { readonly client: PoolClient }
    const { rows } = await client.query<{ readOnly: boolean }>(
      `SELECT current_setting('transaction_read_only')::boolean AS "readOnly"`,
    )
    if (!rows[0]?.readOnly) return transaction
    leftServers.leave(client)
    await transaction.executeRaw({ sql: 'ROLLBACK', args: [], argTypes: [] })
    await transaction.rollback()
    return start()
  }

  #share(transaction: OpenTransaction): OpenTransaction {
    // The types do not show the connection on which the adapter runs the statements of a transaction.
    const { client } = transaction as unknown as { readonly client: PoolClient }
    const connection = new TransactionConnection(client, this.#statements)
    const opened = opening.getStore()
    if (opened) opened.connection = connection
    const execute = transaction.executeRaw.bind(transaction)
    return Object.assign(transaction, {
      executeRaw: (query: Parameters<typeof execute>[0]) => {
        if (endings.has(query.sql)) connection.end()
        return execute(query)
      },
    })
  }
}

/** Makes `queryIn` know the transactions of a client. */
export function shareConnections(prisma: PrismaClient): PrismaClient {
  const transact = prisma.$transaction.bind(prisma) as (run: unknown, options?: object) => Promise<unknown>
  const $transaction = (given: unknown, options?: object) => {
    if (typeof given !== 'function') return transact(given, options)
    const opened: { connection?: TransactionConnection } = {}
    const run = (transaction: Prisma.TransactionClient) => {
      if (opened.connection) connections.set(transaction, opened.connection)
      return given(transaction)
    }
    return opening.run(opened, () => transact(run, options))
  }
  return Object.assign(prisma, { $transaction })
}
