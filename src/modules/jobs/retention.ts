import type { Database } from '../../database/client.ts'
import { jobLimits } from './limits.ts'

/** Removes results that can no longer be downloaded, and jobs that ended long ago. Returns the number of results. */
export function removeOldJobs(database: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - jobLimits.keptDays * 86_400_000)
  return database.transaction(async (transaction) => {
    const { count } = await transaction.job.updateMany({
      where: { expiresAt: { lte: now }, resultBlobHash: { not: null } },
      data: { resultBlobHash: null },
    })
    await transaction.job.deleteMany({ where: { completedAt: { lt: before } } })
    return count
  })
}
