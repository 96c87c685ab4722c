import { authorizeOrganization } from '../../access/authorize.ts'
import { heavyWork } from '../../admission/heavy-work.ts'
import { notFound } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import type { Database } from '../../database/client.ts'
import { addJob } from '../../database/jobs.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Job, Prisma } from '../../generated/prisma/client.ts'
import type { JobKind } from '../../generated/prisma/enums.ts'
import { type Context, memberOf, viewerOf } from '../../request/context.ts'
import { cancelUnended } from './job-rows.ts'
import { runJobsTask } from './jobs.ts'
import { readableJobs } from './policy.ts'
import { badRequest, rateLimited } from './reasons.ts'
import { assertMayWait, unended } from './unended-jobs.ts'

export interface NewJob {
  readonly organizationId: string
  readonly spaceId: string
  readonly changeRequestId?: string | null
  readonly siteId?: string | null
  readonly kind: JobKind
  readonly input: Prisma.InputJsonValue
  /** By which the job is found again. Of the jobs with it only one is unended. */
  readonly key?: string | undefined
}

export interface CreateOptions {
  /** Whether processes are told of the job. If not, the caller begins it or announces it. */
  readonly announces?: boolean
}

/** Adds a job that the viewer asks for. The caller must have checked what the viewer may do. */
export async function createJob(
  context: Context,
  job: NewJob,
  { announces = true }: CreateOptions = {},
): Promise<Job> {
  const { userId, tokenId, scopes } = memberOf(context)
  const { requestId, origin } = context
  const asked = { ...origin?.(), requestId, tokenId, scopes: [...scopes] }
  return context.database.transaction(async (transaction) => {
    await assertMayWait(transaction, job.organizationId, tooManyJobs)
    const created = await transaction.job.create({
      data: { ...job, id: newId('Job'), requestedById: userId, origin: asked },
    })
    if (announces) await addJob(transaction, runJobsTask)
    return created
  })
}

/** Tells a process that a job waits for its turn. */
export const announceJob = (database: Database): Promise<void> =>
  database.transaction((transaction) => addJob(transaction, runJobsTask))

const tooManyJobs = () => rateLimited('TOO_MANY_JOBS', { maximum: heavyWork.jobs.perOwner.queued })

/** Returns a job. Throws NOT_FOUND if the viewer may not see it. */
async function loadJob(context: Context, where: Prisma.JobWhereInput): Promise<Job> {
  const job = await context.database.prisma.job.findFirst({
    where: { AND: [where, readableJobs(viewerOf(context))] },
  })
  if (!job) throw notFound()
  return job
}

/** Cancels a job. The process that runs it stops within about a second. One that was cancelled before stays as it is. */
export async function cancelJob(context: Context, where: Prisma.JobWhereInput): Promise<Job> {
  const job = await loadJob(context, where)
  authorizeOrganization(context, job.organizationId)
  const { userId } = memberOf(context)
  await context.database.transaction((transaction) => cancelUnended(transaction, job.id, userId))
  const ended = await loadJob(context, where)
  if (ended.status !== 'CANCELLED') throw badRequest('JOB_ENDED')
  return ended
}

/** Cancels all jobs of an organization that have not ended, of which there are only so many. */
export async function cancelJobsOfOrganization(
  transaction: Transaction,
  organizationId: string,
): Promise<void> {
  await transaction.job.updateMany({ where: { organizationId, ...unended }, data: cancelledNow() })
}

function cancelledNow() {
  const now = new Date()
  return { status: 'CANCELLED', completedAt: now, updatedAt: now } satisfies Prisma.JobUpdateManyMutationInput
}
