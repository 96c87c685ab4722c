import { addJob } from '../../../database/jobs.ts'
import type { Transaction } from '../../../database/transactions.ts'

export const indexComputedPagesTask = 'index-computed-pages'

/** Adds the job that indexes computed pages again. The job that runs every minute finds what has changed, too. */
export const queueComputedIndexing = (transaction: Transaction): Promise<void> =>
  addJob(transaction, indexComputedPagesTask)
