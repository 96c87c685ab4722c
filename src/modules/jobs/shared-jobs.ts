import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../database/client.ts'
import { AppError, type ErrorCode, type Reason, serviceUnavailable } from '../../errors.ts'
import type { Blob, Job } from '../../generated/prisma/client.ts'
import { getOrCreate } from '../../get-or-create.ts'
import { newId } from '../../identifiers.ts'
import type { NewJob } from './service.ts'
import { assertMayWait, hasEnded, unended } from './unended-jobs.ts'

/** The time for which a failed job is returned to callers that request the same job again. */
const failureMinutes = 10

const pollMilliseconds = 250

export type JobWithResult = Job & { readonly resultBlob: Blob | null }

/** Returns what identifies the result of a job. */
export const jobKey = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/**
 * Returns the job that makes a result or has made it, or adds it. Whoever asks for the same result shares it. Throws
 * SERVICE_UNAVAILABLE if too many jobs wait.
 */
export async function shareJob(database: Database, job: NewJob, key: string): Promise<Job> {
  const found = await findShared(database, key)
  if (found) return found
  const { prisma } = database
  await assertMayWait(prisma, job.organizationId, () => serviceUnavailable('JOBS_QUEUE_FULL'))
  const [created] = await prisma.job.createManyAndReturn({
    data: { ...job, id: newId('Job'), key },
    skipDuplicates: true,
  })
  const shared = created ?? (await findShared(database, key))
  if (!shared) throw serviceUnavailable('SERVER_BUSY')
  return shared
}

const findShared = ({ prisma }: Database, key: string): Promise<Job | null> =>
  prisma.job.findFirst({
    where: {
      key,
      OR: [
        unended,
        { status: 'COMPLETED', resultBlobHash: { not: null }, expiresAt: { gt: new Date() } },
        { status: 'FAILED', completedAt: { gt: new Date(Date.now() - failureMinutes * 60_000) } },
      ],
    },
    orderBy: { id: 'desc' },
  })

/** A repeated read of a job, for all callers that wait for it. */
interface Poll {
  readonly job: Promise<JobWithResult | null>
  /** The time at which the last waiting caller gives up, by the clock of the process. */
  until: number
}

const polls = new Map<string, Poll>()

/** Waits until a job has ended, and returns it; null if it takes longer, or if it is no longer there. */
export async function waitForJob(
  database: Database,
  id: string,
  { seconds, signal }: { readonly seconds: number; readonly signal: AbortSignal },
): Promise<JobWithResult | null> {
  const answered = new AbortController()
  const timeout = wait(seconds * 1000, null, { signal: AbortSignal.any([signal, answered.signal]) })
  const poll = getOrCreate(polls, id, () => startPoll(database, id))
  poll.until = Math.max(poll.until, performance.now() + seconds * 1000)
  try {
    return await Promise.race([poll.job, timeout])
  } finally {
    // Otherwise the timer would run on.
    answered.abort()
  }
}

function startPoll({ prisma }: Database, id: string): Poll {
  const find = async () => {
    do {
      const job = await prisma.job.findUnique({ where: { id }, include: { resultBlob: true } })
      if (!job || hasEnded(job.status)) return job
      await wait(pollMilliseconds)
    } while (performance.now() < poll.until)
    return null
  }
  const poll: Poll = { job: find().finally(() => polls.delete(id)), until: 0 }
  return poll
}

/** Returns the error with which a job ended. */
export function errorOfJob({ errorCode, errorReason, errorMessage }: Job): AppError {
  const reason = (errorReason ?? undefined) as Reason | undefined
  return new AppError((errorCode ?? 'SERVICE_UNAVAILABLE') as ErrorCode, errorMessage ?? undefined, {
    reason,
  })
}
