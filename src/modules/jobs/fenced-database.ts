import type { Database } from '../../database/client.ts'
import type { Job } from '../../generated/prisma/client.ts'
import { recordWritten } from './job-rows.ts'

/** The reason why a process stops a job that was cancelled, or that another process has taken. */
export class JobEnded extends Error {}

/**
 * Returns a database whose transactions are kept only if the job is still to be done at their end, and record that it was.
 * A job that was cancelled, or that another process has taken, changes nothing.
 */
export const fencedDatabase = (database: Database, job: Job): Database => ({
  ...database,
  transaction: (run, options) =>
    database.transaction(async (transaction) => {
      const result = await run(transaction)
      if (!(await recordWritten(transaction, job))) throw new JobEnded('The job has ended.')
      return result
    }, options),
})
