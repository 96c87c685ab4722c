import type { JobHelpers, TaskList } from 'graphile-worker'
import type { RunStatement } from './rows.ts'
import type { Transaction } from './transactions.ts'

/** Background tasks and their schedule. */
export interface Jobs {
  readonly tasks: TaskList
  /** Lines of a crontab, in UTC. */
  readonly crontab: string
  /** Tasks to run when a process starts: they finish work that a stopped process left undone. */
  readonly atStart?: readonly string[]
}

export interface JobOptions {
  /** The delay before the job starts. Jobs that are added with its key until then are merged into it. */
  readonly delaySeconds?: number
  readonly maxAttempts?: number
}

/** Returns the log of a job in the form of that of the process: the fields of a line before its message. */
export const logOfJob = ({ logger }: Pick<JobHelpers, 'logger'>) => ({
  info: (fields: object, message: string): void => logger.info(message, { ...fields }),
  error: (fields: object, message: string): void => logger.error(message, { ...fields }),
})

/** Adds a task to the queue, which starts after the transaction commits. As `addJobBy`. */
export const addJob = (
  transaction: Transaction,
  task: string,
  payload: object = {},
  key = task,
): Promise<void> => addJobBy(transaction.query, task, payload, key)

/**
 * Adds a task to the queue. Does nothing if there is no queue: whatever needs the task must also be found in another way.
 */
export async function addJobBy(
  run: RunStatement,
  task: string,
  payload: object,
  key: string,
  { delaySeconds = 0, maxAttempts }: JobOptions = {},
): Promise<void> {
  const [queue] = await run<{ exists: boolean }>(
    `SELECT to_regclass('graphile_worker._private_jobs') IS NOT NULL AS exists`,
    [],
  )
  if (!queue?.exists) return
  await run(
    `SELECT (graphile_worker.add_job($1, $2::json, flags => ARRAY[$1], job_key => $3,
       run_at => now() + make_interval(secs => $4), max_attempts => $5, job_key_mode => $6)).id::text`,
    [
      task,
      JSON.stringify(payload),
      key,
      delaySeconds,
      maxAttempts ?? null,
      delaySeconds === 0 ? 'replace' : 'preserve_run_at',
    ],
  )
}

export const joinJobs = (...jobs: readonly Jobs[]): Jobs => ({
  tasks: Object.assign({}, ...jobs.map(({ tasks }) => tasks)),
  crontab: jobs.map(({ crontab }) => crontab).join('\n'),
  atStart: jobs.flatMap(({ atStart = [] }) => atStart),
})
