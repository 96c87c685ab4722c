import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from './client.ts'
import type { Transact, Transaction } from './transactions.ts'

/** The time in which all that a request does must end. Each statement has the time of statements besides. */
const transactionLimit = { milliseconds: 150_000 }

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
  work: (database: TransactionDatabase, transaction: Transaction) => Promise<Result>,
): Promise<Result> =>
  database.transaction(
    (transaction) => work(databaseIn(database, transaction), transaction),
    transactionLimit,
  )

/** Returns the database of a context that runs in one transaction, or undefined for any other. */
export const transactionOf = (database: Database): TransactionDatabase | undefined =>
  'part' in database ? (database as TransactionDatabase) : undefined

/** Set while the work of a transaction within the transaction runs. */
const nested = new AsyncLocalStorage<true>()

function databaseIn(database: Database, transaction: Transaction): TransactionDatabase {
  const part = partsOf(transaction)
  let last: Promise<unknown> = Promise.resolve()
  const transact: Transact = (run) => {
    const within = () => nested.run(true, () => part(() => run(transaction)))
    if (nested.getStore()) return within()
    // Savepoints end in the order in which they began, so one transaction waits for the other.
    const result = last.then(within)
    last = result.catch(() => undefined)
    return result
  }
  // The driver runs one statement of a connection at a time, and warns of those that wait.
  let statement: Promise<unknown> = Promise.resolve()
  const oneAtATime = <Result>(run: () => Promise<Result>): Promise<Result> => {
    const result = statement.then(run)
    statement = result.catch(() => undefined)
    return result
  }
  const query: Database['query'] = (text, values) => oneAtATime(() => transaction.query(text, values))
  const within: TransactionDatabase = {
    ...database,
    replicas: undefined,
    identity: {},
    prisma: transaction,
    transaction: transact,
    part,
    query,
    queryPromptly: query,
    write: query,
    texts: (text, values, { bytes, encoding }) =>
      oneAtATime(() => transaction.texts({ text, values, maximumBytes: bytes, encoding })),
    openSnapshot: () => ({ database: within, end: () => {} }),
    close: async () => {},
  }
  return within
}

const partsOf =
  (transaction: Transaction): TransactionDatabase['part'] =>
  async (run) => {
    await transaction.query('SAVEPOINT part')
    try {
      const result = await run()
      await transaction.query('RELEASE SAVEPOINT part')
      return result
    } catch (error) {
      await transaction.query('ROLLBACK TO SAVEPOINT part')
      throw error
    }
  }
