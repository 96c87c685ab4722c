import type { Database } from '../database/client.ts'
import type { Transact } from '../database/transactions.ts'
import type { OperationRecord } from './operation-record.ts'

/** Returns a database that records an operation in the transaction in which it writes. Reads are as ever. */
export function auditedDatabase(database: Database, record: OperationRecord): Database {
  const transaction: Transact = (run, options) =>
    record.inTransaction((given) => database.transaction(given, options), run)
  return {
    ...database,
    transaction,
    write: (text, values, updated) => {
      if (!updated) return database.write(text, values)
      return updated.recordsEvent
        ? record.inUpdate(database, text, values, updated)
        : transaction(({ query }) => query(text, values))
    },
  }
}
