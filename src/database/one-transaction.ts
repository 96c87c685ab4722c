import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts'
import type { Database } from './client.ts'
import { runText } from './text-reader.ts'
import { connectionOf, queryIn } from './transaction-statements.ts'

/** The time in which all that a request does must end. Each statement has the time of statements besides. */
const transactionLimit = { maxWait: 15_000, timeout: 150_000 }

/** The database within one transaction. What it writes is kept only if all of it is. */
export interface TransactionDatabase extends Database {
  /** Runs a part of the transaction, of which nothing is kept if it throws. Parts must not run at the same time. */
  readonly part: <Result>(run: () => Promise<Result>) => Promise<Result>
}

/**
 * Runs work in one transaction. It gets a database that reads and writes in it only: the transactions that it opens are
 * parts of this one. Throws what the work throws, and then keeps nothing.
 */
export const inOneTransaction = <Result>(
  database: Database,
  work: (database: TransactionDatabase, transaction: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> =>
  database.prisma.$transaction(
    (transaction) => work(databaseIn(database, transaction), transaction),
    transactionLimit,
  )

/** Returns the database of a context that runs in one transaction, or undefined for any other. */
export const transactionOf = (database: Database): TransactionDatabase | undefined =>
  'part' in database ? (database as TransactionDatabase) : undefined

/** Set while the work of a transaction within the transaction runs. */
const nested = new AsyncLocalStorage<true>()

function databaseIn(database: Database, transaction: Prisma.TransactionClient): TransactionDatabase {
  const { client, nameOf } = connectionOf(transaction)
  const part = partsOf(transaction)
  let last: Promise<unknown> = Promise.resolve()
  const transact = (run: (given: Prisma.TransactionClient) => Promise<unknown>) => {
    const within = () => nested.run(true, () => part(() => run(transaction)))
    if (nested.getStore()) return within()
    // Savepoints end in the order in which they began, so one transaction waits for the other.
    const turn = last.then(within)
    last = turn.catch(() => undefined)
    return turn
  }
  const prisma = new Proxy(transaction, {
    get: (target, name) => (name === '$transaction' ? transact : (Reflect.get(target, name) as unknown)),
  }) as unknown as PrismaClient
  // The driver runs one statement of a connection at a time, and warns of those that wait.
  let statement: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(run: () => Promise<Result>): Promise<Result> => {
    const turn = statement.then(run)
    statement = turn.catch(() => undefined)
    return turn
  }
  const pool = poolOf(client, inTurn)
  const within: TransactionDatabase = {
    ...database,
    ...poolsOf(database, pool),
    prisma,
    part,
    query: (text, values) => inTurn(() => queryIn(transaction, text, values)),
    texts: (text, values, { bytes, encoding }) =>
      inTurn(() =>
        runText(client(), { name: nameOf(text, values.length), text, values, maximumBytes: bytes, encoding }),
      ),
    openSnapshot: () => ({ database: within, end: () => {} }),
    close: async () => {},
  }
  return within
}

/** Returns the members of a database that are pools, each as the connection of the transaction. */
const poolsOf = (database: Database, pool: pg.Pool): Partial<Database> =>
  Object.fromEntries(
    Object.keys(database)
      .filter((name) => /^(\w+P|p)ool$/.test(name))
      .map((name) => [name, pool]),
  )

const partsOf =
  (transaction: Prisma.TransactionClient): TransactionDatabase['part'] =>
  async (run) => {
    await queryIn(transaction, 'SAVEPOINT part')
    try {
      const result = await run()
      await queryIn(transaction, 'RELEASE SAVEPOINT part')
      return result
    } catch (error) {
      await queryIn(transaction, 'ROLLBACK TO SAVEPOINT part')
      throw error
    }
  }

type Query = (...given: readonly unknown[]) => Promise<unknown>

/** Returns a pool of the one connection, which nobody releases before the transaction ends. */
function poolOf(
  client: () => pg.PoolClient,
  inTurn: <Result>(run: () => Promise<Result>) => Promise<Result>,
) {
  const query: Query = (...given) => (client().query as unknown as Query).apply(client(), [...given])
  return {
    query: (...given: readonly unknown[]) => inTurn(() => query(...given)),
    connect: async () => ({ query, release: () => {} }),
  } as unknown as pg.Pool
}
