import type { Database } from '../../database/client.ts'
import { jobLimits } from './limits.ts'

/** Removes results that can no longer be downloaded, and jobs that ended long ago. Returns the number of results. */
export async function removeOldJobs({ prisma }: Database, now: Date): Promise<number> {
  const { count } = await prisma.job.updateMany({
    where: { expiresAt: { lte: now }, resultBlobHash: { not: null } },
    data: { resultBlobHash: null },
  })
  const before = new Date(now.getTime() - jobLimits.keptDays * 86_400_000)
  await prisma.job.deleteMany({ where: { completedAt: { lt: before } } })
  return count
}
