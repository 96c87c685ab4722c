import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { serviceUnavailable as admissionUnavailable } from '../../admission/reasons.ts'
import { AppError, type ErrorCode } from '../../base/errors.ts'
import { getOrCreate } from '../../base/get-or-create.ts'
import { newId } from '../../base/identifiers.ts'
import { retryAfterOf } from '../../base/reasons.ts'
import type { Database } from '../../database/client.ts'
import { outsideOfSnapshot } from '../../database/snapshot-database.ts'
import type { Blob, Job } from '../../generated/prisma/client.ts'
import { serviceUnavailable } from './reasons.ts'
import type { NewJob } from './service.ts'
import { assertMayWait, hasEnded, unended } from './unended-jobs.ts'

/** The time for which a failed job is returned to callers that request the same job again. */
const failureMinutes = 10

/** The time until the second read of a job, which doubles up to the longest one. */
const firstPollMilliseconds = 20
const longestPollMilliseconds = 250

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
  await assertMayWait(database.prisma, job.organizationId, () => serviceUnavailable('JOBS_QUEUE_FULL'))
  const data = { ...job, id: newId('Job'), key }
  const [created] = await database.transaction((transaction) =>
    transaction.job.createManyAndReturn({ data, skipDuplicates: true }),
  )
  const shared = created ?? (await findShared(database, key))
  if (!shared) throw admissionUnavailable('SERVER_BUSY')
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

/**
 * Waits until a job has ended, and returns it; null if it takes longer, or if it is no longer there. A job that has ended is
 * returned however short the time is.
 */
export async function waitForJob(
  given: Database,
  id: string,
  { seconds, signal }: { readonly seconds: number; readonly signal?: AbortSignal },
): Promise<JobWithResult | null> {
  const database = outsideOfSnapshot(given)
  const job = await findJob(database, id)
  if (!job || hasEnded(job.status)) return job
  const answered = new AbortController()
  const ends = signal ? AbortSignal.any([signal, answered.signal]) : answered.signal
  const timeout = wait(seconds * 1000, null, { signal: ends })
  const poll = getOrCreate(polls, id, () => startPoll(database, id))
  poll.until = Math.max(poll.until, performance.now() + seconds * 1000)
  try {
    return await Promise.race([poll.job, timeout])
  } finally {
    // Otherwise the timer would run on.
    answered.abort()
  }
}

const findJob = ({ prisma }: Database, id: string): Promise<JobWithResult | null> =>
  prisma.job.findUnique({ where: { id }, include: { resultBlob: true } })

function startPoll(database: Database, id: string): Poll {
  const find = async () => {
    let delay = firstPollMilliseconds
    do {
      await wait(delay)
      const job = await findJob(database, id)
      if (!job || hasEnded(job.status)) return job
      delay = Math.min(2 * delay, longestPollMilliseconds)
    } while (performance.now() < poll.until)
    return null
  }
  const poll: Poll = { job: find().finally(() => polls.delete(id)), until: 0 }
  return poll
}

export const findUnendedJob = ({ prisma }: Database, key: string): Promise<Job | null> =>
  prisma.job.findFirst({ where: { key, ...unended } })

/** Returns the job of a request that stopped waiting for it, if the result is not removed yet. */
export const findLeftJob = ({ prisma }: Database, key: string): Promise<Job | null> =>
  prisma.job.findFirst({
    where: {
      key,
      OR: [unended, { status: { in: ['COMPLETED', 'FAILED'] }, expiresAt: { gt: new Date() } }],
    },
    orderBy: { id: 'desc' },
  })

/**
 * Lets the same request find a job again for which it no longer waits. Of two such jobs that have not ended, only the first
 * is found. Returns false if the job is gone.
 */
export async function leaveJob(database: Database, id: string, key: string): Promise<boolean> {
  const left = await database.write(
    `UPDATE "Job" SET key = CASE WHEN EXISTS (
       SELECT 1 FROM "Job" o WHERE o.key = $2 AND o.id <> $1 AND o.status IN ('PENDING', 'IN_PROGRESS')
     ) THEN NULL ELSE $2 END WHERE id = $1 RETURNING id`,
    [id, key],
  )
  return left.length > 0
}

/** Detaches a job from its key once its result was answered. The same request then creates a new job. */
export async function forgetLeftJob(database: Database, { id, key }: Job): Promise<void> {
  if (key === null) return
  await database.transaction((transaction) =>
    transaction.job.updateMany({ where: { id, key }, data: { key: null } }),
  )
}

type FailedJob = Pick<Job, 'errorCode' | 'errorReason' | 'errorMessage' | 'errorValues' | 'errorFields'>

export function errorOfJob({
  errorCode,
  errorReason,
  errorMessage,
  errorValues,
  errorFields,
}: FailedJob): AppError {
  const values = (errorValues ?? undefined) as AppError['values']
  const fields = (errorFields ?? undefined) as AppError['fields']
  return new AppError((errorCode ?? 'SERVICE_UNAVAILABLE') as ErrorCode, errorMessage ?? undefined, {
    ...(errorReason !== null && { reason: errorReason, retryAfter: retryAfterOf(errorReason) }),
    values,
    fields,
  })
}
