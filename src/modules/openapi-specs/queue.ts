import { addJob } from '../../database/jobs.ts'
import type { Transaction } from '../../database/transactions.ts'

export const processSpecTask = 'process-openapi-spec'

/**
 * Adds the job that processes a specification. The job that runs every minute also finds pending specifications in their
 * table.
 */
export const queueProcessing = (transaction: Transaction, specId: string): Promise<void> =>
  addJob(transaction, processSpecTask, { specId }, specId)
