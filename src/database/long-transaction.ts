import type { Database } from './client.ts'
import type { Transaction } from './transactions.ts'

/** Runs a transaction that may take longer than others. Its statements may take as long as all of it. */
export function longTransaction<Result>(
  database: Pick<Database, 'transaction'>,
  { milliseconds }: { readonly milliseconds: number },
  run: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return database.transaction(
    async (transaction) => {
      await transaction.query(`SET LOCAL statement_timeout = ${milliseconds}`)
      return run(transaction)
    },
    { milliseconds },
  )
}
