import { addJob } from '../../database/jobs.ts'
import type { Transaction } from '../../database/transactions.ts'

export const indexExpressionsTask = 'index-expressions'

/** Notes that the pages with expressions of a space are to be indexed again, and adds the job. It runs every minute, too. */
export async function queueExpressionIndexing(
  transaction: Transaction,
  spaceId: string,
  sequence: number,
): Promise<void> {
  await transaction.query(
    `INSERT INTO "ExpressionSearch" ("spaceId", sequence) VALUES ($1, $2)
     ON CONFLICT ("spaceId") DO UPDATE SET sequence = excluded.sequence`,
    [spaceId, sequence],
  )
  await addJob(transaction, indexExpressionsTask)
}
