import { announceEvents } from '../../audit/written-events.ts'
import type { AppError } from '../../base/errors.ts'
import type { Database } from '../../database/client.ts'
import { lockUntilCommit } from '../../database/locks.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Job, Prisma } from '../../generated/prisma/client.ts'
import type { JobKind } from '../../generated/prisma/enums.ts'
import { endWithEvents } from './job-events.ts'
import { jobLimits } from './limits.ts'

export interface JobResult {
  readonly revisionId?: string
  readonly report?: Prisma.InputJsonValue
  readonly file?: { readonly hash: string; readonly name: string; readonly contentType: string }
}

export interface Progress {
  readonly done: number
  readonly total: number
}

const isAlive = `"heartbeatAt" > now() - interval '${jobLimits.lostAfterSeconds} seconds'`

const begin = `UPDATE "Job" SET status = 'IN_PROGRESS', "runnerId" = $1, attempts = attempts + 1, done = 0,
  "heartbeatAt" = now(), "updatedAt" = now(), "startedAt" = coalesce("startedAt", now())`

const claim = `
${begin}
WHERE id = (
  SELECT j.id FROM "Job" j
  WHERE (j.status = 'PENDING' OR j.status = 'IN_PROGRESS' AND NOT j.${isAlive})
    AND ($2::jsonb ->> j.kind::text)::int > (SELECT count(*) FROM "Job" o
      WHERE o."organizationId" = j."organizationId" AND o.kind = j.kind AND o.status = 'IN_PROGRESS' AND o.${isAlive})
  ORDER BY j.id LIMIT 1 FOR UPDATE SKIP LOCKED
)
RETURNING *`

/**
 * Takes the oldest job of some kinds that waits, or that was left by a process that died. Returns undefined if there is none of
 * an organization that has less of the kind running than the given number.
 */
export const claimJob = (
  { transaction: transact }: Database,
  runnerId: string,
  maximumOfOrganization: Readonly<Partial<Record<JobKind, number>>>,
): Promise<Job | undefined> =>
  transact(async (transaction) => {
    // Otherwise two processes would count before either has taken one.
    await lockUntilCommit(transaction, 'claim-job')
    const [job] = await transaction.query<Job>(claim, [runnerId, JSON.stringify(maximumOfOrganization)])
    return job
  })

/** Takes a job that waits, however many others of its organization run. Returns undefined if it does not wait. */
export async function claimWaitingJob(
  { write }: Database,
  runnerId: string,
  id: string,
): Promise<Job | undefined> {
  const [job] = await write<Job>(`${begin} WHERE id = $2 AND status = 'PENDING' RETURNING *`, [runnerId, id])
  return job
}

/** Matches a job only as long as this process runs it. */
const own = `id = $1 AND "runnerId" = $2 AND status = 'IN_PROGRESS'`

type OwnJob = Pick<Job, 'id' | 'runnerId'>

/** Records that a job is still running. Returns false if it is no longer the job of this process. */
export async function recordHeartbeat(
  { write }: Database,
  { id, runnerId }: OwnJob,
  { done, total }: Partial<Progress>,
): Promise<boolean> {
  const beating = await write(
    `UPDATE "Job" SET "heartbeatAt" = now(), "updatedAt" = now(), done = coalesce($3, done), total = coalesce($4, total)
     WHERE ${own} RETURNING id`,
    [id, runnerId, done ?? null, total ?? null],
  )
  return beating.length === 1
}

/** Records in the transaction in which a job writes that it has. Returns false if the job is no longer to be done. */
export async function recordWritten(transaction: Transaction, { id, runnerId }: OwnJob): Promise<boolean> {
  const rows = await transaction.query(`UPDATE "Job" SET "writtenAt" = now() WHERE ${own} RETURNING id`, [
    id,
    runnerId,
  ])
  return rows.length === 1
}

/** Records the result of a job in the transaction that writes it, so that it is known even if the process dies after that. */
export async function recordResult(
  transaction: Transaction,
  { id, runnerId }: OwnJob,
  { revisionId, report }: Pick<JobResult, 'revisionId' | 'report'>,
): Promise<void> {
  const values = [id, runnerId, revisionId ?? null, JSON.stringify(report ?? null)]
  await transaction.query(`UPDATE "Job" SET "revisionId" = $3, report = $4 WHERE ${own}`, values)
}

const end = `"completedAt" = now(), "updatedAt" = now(), "expiresAt" = now() + interval '${jobLimits.resultHours} hours'`

const complete = endWithEvents(
  `UPDATE "Job" SET status = 'COMPLETED', ${end}, done = coalesce($8, total, done), total = coalesce($8, total), "revisionId" = coalesce($3, "revisionId"),
     report = coalesce($4, report), "resultBlobHash" = $5, "resultFileName" = $6, "resultContentType" = $7 WHERE ${own}`,
  'COMPLETED',
)

export async function completeJob(
  database: Database,
  { id, runnerId }: OwnJob,
  { revisionId, report, file, progress }: JobResult & { readonly progress: Partial<Progress> },
): Promise<void> {
  await database.write(complete, [
    id,
    runnerId,
    revisionId ?? null,
    report === undefined ? null : JSON.stringify(report),
    file?.hash ?? null,
    file?.name ?? null,
    file?.contentType ?? null,
    progress.total ?? null,
  ])
  announceEvents(database)
}

const fail = endWithEvents(
  `UPDATE "Job" SET status = 'FAILED', ${end}, "errorCode" = $3, "errorReason" = $4, "errorMessage" = $5,
     "errorValues" = $6, "errorFields" = $7 WHERE ${own}`,
  'FAILED',
)

export async function failJob(
  database: Database,
  { id, runnerId }: OwnJob,
  {
    code,
    reason,
    message,
    values,
    fields,
  }: Pick<AppError, 'code' | 'reason' | 'message' | 'values' | 'fields'>,
): Promise<void> {
  const [given, faults] = [values, fields].map((each) => (each === undefined ? null : JSON.stringify(each)))
  await database.write(fail, [id, runnerId, code, reason ?? null, message, given, faults])
  announceEvents(database)
}

/** Lets another process take a job. That this one stops is no failed attempt. */
export async function releaseJob({ write }: Database, { id, runnerId }: OwnJob): Promise<void> {
  await write(
    `UPDATE "Job" SET status = 'PENDING', "runnerId" = NULL, attempts = attempts - 1, "updatedAt" = now() WHERE ${own}`,
    [id, runnerId],
  )
}

const cancel = `${endWithEvents(
  `UPDATE "Job" SET status = 'CANCELLED', "completedAt" = now(), "updatedAt" = now()
   WHERE id = $1 AND status IN ('PENDING', 'IN_PROGRESS')`,
  'CANCELLED',
  '$2::text',
)} RETURNING id`

/** Ends a job for a user who cancels it. Returns whether it had not ended. */
export const cancelUnended = async ({ query }: Pick<Transaction, 'query'>, id: string, userId: string) =>
  (await query(cancel, [id, userId])).length > 0

const failWaited = `${endWithEvents(
  `UPDATE "Job" SET status = 'FAILED', ${end}, "errorCode" = $2, "errorReason" = $3, "errorMessage" = $4
   WHERE status = 'PENDING' AND "startedAt" IS NULL AND "createdAt" < now() - $1 * interval '1 second'`,
  'FAILED',
)} RETURNING id`

/** Fails the jobs that have waited for longer than so many seconds. */
export async function failWaitedJobs(
  database: Database,
  seconds: number,
  { code, reason, message }: Pick<AppError, 'code' | 'reason' | 'message'>,
): Promise<void> {
  const failed = await database.write(failWaited, [seconds, code, reason ?? null, message])
  if (failed.length > 0) announceEvents(database)
}
