import type { Transaction } from './transactions.ts'

/**
 * Acquires an exclusive advisory lock until the transaction ends. Used where no single row can be locked, such as for
 * the order of the children of one parent.
 */
export async function lockUntilCommit(transaction: Transaction, name: string): Promise<void> {
  await transaction.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
}

/** Acquires a shared advisory lock until the transaction ends. It conflicts with `lockUntilCommit` only. */
export async function shareLockUntilCommit(transaction: Transaction, name: string): Promise<void> {
  await transaction.query('SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [name])
}
