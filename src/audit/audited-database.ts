import type { Database } from '../database/client.ts'
import type { UpdatedColumns } from '../database/rows.ts'
import type { Transact } from '../database/transactions.ts'
import type { OperationRecord } from './operation-record.ts'

/** Tables that have their organization in a column and no secrets, so that the statement of an update records it too. */
const recordedInUpdate: ReadonlySet<UpdatedColumns['table']> = new Set(['Space', 'Collection'])

/**
 * Returns a database that records an operation in the transaction in which it writes. Reads are as ever.
 *
 * @param beforeTransaction - Called before each transaction, which does not begin if it throws.
 */
export function auditedDatabase(
  database: Database,
  record: OperationRecord,
  beforeTransaction?: () => Promise<void>,
): Database {
  const transaction: Transact = async (run, options) => {
    await beforeTransaction?.()
    return record.inTransaction((given) => database.transaction(given, options), run)
  }
  return {
    ...database,
    transaction,
    update: (text, values, updated) =>
      recordedInUpdate.has(updated.table)
        ? record.inUpdate(database, text, values, updated)
        : transaction(({ query }) => query(text, values)),
  }
}
