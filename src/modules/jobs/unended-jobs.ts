import { heavyWork } from '../../admission/heavy-work.ts'
import type { AppError } from '../../base/errors.ts'
import type { PrismaReads } from '../../database/prisma-reads.ts'
import type { JobStatus, Prisma } from '../../generated/prisma/client.ts'
import { serviceUnavailable } from './reasons.ts'

const unendedStatuses: JobStatus[] = ['PENDING', 'IN_PROGRESS']

export const unended = { status: { in: unendedStatuses } } satisfies Prisma.JobWhereInput

export const hasEnded = (status: JobStatus): boolean => !unendedStatuses.includes(status)

/**
 * Throws if too many jobs have not ended yet: the given error if too many are of the organization, and else
 * SERVICE_UNAVAILABLE.
 */
export async function assertMayWait(
  prisma: PrismaReads,
  organizationId: string,
  tooManyOfOrganization: () => AppError,
): Promise<void> {
  const { queued, perOwner } = heavyWork.jobs
  const ofOrganization = await prisma.job.count({ where: { ...unended, organizationId } })
  if (ofOrganization >= perOwner.queued) throw tooManyOfOrganization()
  if ((await prisma.job.count({ where: unended })) >= queued) throw serviceUnavailable('JOBS_QUEUE_FULL')
}
