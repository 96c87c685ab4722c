import { addJob } from '../../database/jobs.ts'
import { statementsIn } from '../../database/rows.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

export const indexExpressionsTask = 'index-expressions'

/** Notes that the pages with expressions of a space are to be indexed again, and adds the job. It runs every minute, too. */
export async function queueExpressionIndexing(
  transaction: Prisma.TransactionClient,
  spaceId: string,
  sequence: number,
): Promise<void> {
  await statementsIn(transaction)(
    `INSERT INTO "ExpressionSearch" ("spaceId", sequence) VALUES ($1, $2)
     ON CONFLICT ("spaceId") DO UPDATE SET sequence = excluded.sequence`,
    [spaceId, sequence],
  )
  await addJob(transaction, indexExpressionsTask)
}
