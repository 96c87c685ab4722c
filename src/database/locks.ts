import type { Prisma } from '../generated/prisma/client.ts'

/**
 * Makes transactions that change the same thing wait for each other, until the transaction ends. Used where no
 * single row stands for what must stay consistent, such as the order of the children of one parent.
 */
export async function lockUntilCommit(transaction: Prisma.TransactionClient, name: string): Promise<void> {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`
}

/** Waits only for those who hold the same lock alone (`lockUntilCommit`), not for others who share it. */
export async function shareLockUntilCommit(
  transaction: Prisma.TransactionClient,
  name: string,
): Promise<void> {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`
}
