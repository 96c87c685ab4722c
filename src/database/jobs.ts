import { run, runMigrations, type TaskList, Logger as WorkerLogger } from 'graphile-worker'
import type { Logger } from 'pino'
import type { Database } from './client.ts'

/** Work outside of requests: what it is called and does, and when it is due (lines of a crontab, in UTC). */
export interface Jobs {
  readonly tasks: TaskList
  readonly crontab: string
  /** Tasks that are due whenever a process starts: they look for what another has left undone. */
  readonly atStart?: readonly string[]
}

/** The jobs of several modules together. */
export const joinJobs = (...jobs: readonly Jobs[]): Jobs => ({
  tasks: Object.assign({}, ...jobs.map(({ tasks }) => tasks)),
  crontab: jobs.map(({ crontab }) => crontab).join('\n'),
  atStart: jobs.flatMap(({ atStart = [] }) => atStart),
})

export interface JobsOptions extends Jobs {
  readonly database: Database
  readonly logger: Logger
}

/**
 * Runs the jobs of the queue in PostgreSQL, in any number of replicas: each job in one of them. What a process that
 * died was working on is taken up by another.
 */
export async function startJobs({
  database,
  logger,
  tasks,
  crontab,
  atStart = [],
}: JobsOptions): Promise<{ stop(): Promise<void> }> {
  const options = {
    pgPool: database.pool,
    logger: new WorkerLogger(
      ({ jobId, taskIdentifier }) =>
        (level, message, meta) =>
          logger[level === 'warning' ? 'warn' : level]({ jobId, taskIdentifier, ...meta }, message),
    ),
  }
  await installQueue(database, () => runMigrations(options))
  const runner = await run({
    ...options,
    taskList: tasks,
    crontab,
    concurrency: 1,
    // The process has its own way to stop, which stops this first.
    noHandleSignals: true,
  })
  for (const task of atStart) await runner.addJob(task, {}, { jobKey: task })
  return { stop: () => runner.stop() }
}

/** Replicas may start at once on a database that has no queue yet: one creates its tables, the others wait. */
async function installQueue(database: Database, install: () => Promise<void>): Promise<void> {
  const client = await database.pool.connect()
  try {
    await client.query(`SELECT pg_advisory_lock(hashtextextended('install-queue', 0))`)
    await install()
  } finally {
    await client.query(`SELECT pg_advisory_unlock_all()`)
    client.release()
  }
}
