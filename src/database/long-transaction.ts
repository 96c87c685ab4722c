import type { Prisma, PrismaClient } from '../generated/prisma/client.ts'
import { queryIn } from './transaction-statements.ts'

const maximumWaitMs = 15_000

/** Runs a transaction that may take longer than others. Its statements may take as long as all of it. */
export function longTransaction<Result>(
  prisma: PrismaClient,
  { milliseconds }: { readonly milliseconds: number },
  run: (transaction: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> {
  return prisma.$transaction(
    async (transaction) => {
      await queryIn(transaction, `SET LOCAL statement_timeout = ${milliseconds}`)
      return run(transaction)
    },
    { maxWait: maximumWaitMs, timeout: milliseconds },
  )
}
