import type { Prisma } from '../generated/prisma/client.ts'

/**
 * Acquires an exclusive advisory lock until the transaction ends. Used where no single row can be locked, such as for
 * the order of the children of one parent.
 */
export async function lockUntilCommit(transaction: Prisma.TransactionClient, name: string): Promise<void> {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`
}

/** Acquires a shared advisory lock until the transaction ends. It conflicts with `lockUntilCommit` only. */
export async function shareLockUntilCommit(
  transaction: Prisma.TransactionClient,
  name: string,
): Promise<void> {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`
}
