import type { Runner, Task, TaskList } from 'graphile-worker'
import type { Logger } from 'pino'
import { recordJob } from '../metrics/recorder.ts'
import { inSpan } from '../tracing/spans.ts'
import type { Database } from './client.ts'
import type { Jobs } from './jobs.ts'
import type { Pools } from './pools.ts'

/** Loads the package once it is needed: commands and threads only add jobs. */
const loadWorker = () => import('graphile-worker')

/** The time in which the first requests are answered before the tasks of the start run. */
const atStartDelayMs = 1000

/**
 * Maximum jobs of a process that run at once, each of another task. They share the connections of long-running work with
 * reads, which need some themselves.
 */
const maximumRunning = 6

/** The connections that the package of the queue takes by itself. */
export type QueueConnections = Pick<Pools, 'sessionPool'>

export interface JobsOptions extends Jobs {
  readonly database: QueueConnections
  readonly logger: Logger
}

/**
 * Runs jobs from the queue, which must be installed. Any number of replicas may run: each job runs in one of them, and jobs
 * of a process that died are picked up by another. A process runs the jobs of one task one after the other; those of
 * different tasks do not wait for each other. Named queues are no means for that: a process that dies keeps them locked for
 * hours.
 */
export async function startJobs({
  database,
  logger,
  tasks,
  crontab,
  atStart = [],
}: JobsOptions): Promise<{ stop(): Promise<void> }> {
  const { run, Logger: WorkerLogger } = await loadWorker()
  const { oneAtATime, running } = serialized(tasks)
  const runner = await run({
    pgPool: database.sessionPool,
    logger: new WorkerLogger(
      ({ jobId, taskIdentifier }) =>
        (level, message, meta) =>
          logger[levelOf(level, jobId)]({ jobId, taskIdentifier, ...meta }, message),
    ),
    taskList: oneAtATime,
    // The jobs of a task that runs are left in the queue, so that other tasks find a free worker.
    forbiddenFlags: () => running(),
    crontab,
    concurrency: maximumRunning,
    // main.ts handles signals, and stops the jobs first.
    noHandleSignals: true,
  })
  recordJobs(runner)
  const runAt = new Date(Date.now() + atStartDelayMs)
  for (const task of atStart) await runner.addJob(task, {}, { flags: [task], jobKey: task, runAt })
  return { stop: () => runner.stop() }
}

/**
 * Returns the level at which a line of the queue is logged. What the queue itself has to tell is nothing new: that it looks for jobs,
 * and that one without work has ended.
 */
const levelOf = (level: 'error' | 'warning' | 'info' | 'debug', jobId: string | undefined) => {
  if (level === 'warning') return 'warn'
  return level === 'info' && jobId === undefined ? 'debug' : level
}

/** Returns tasks that run once at a time, and the names of those that do. */
function serialized(tasks: TaskList): { readonly oneAtATime: TaskList; running(): string[] } {
  const ends = new Map<string, Promise<unknown>>()
  const entries = Object.entries(tasks).map(([name, task]): [string, Task] => [
    name,
    async (payload, helpers) => {
      const before = ends.get(name)
      // The schedule, whose jobs have no flags, begins the task again soon enough.
      if (before && !helpers.job.flags) return
      const result = (before ?? Promise.resolve()).then(() =>
        inSpan(`job ${name}`, { kind: 'consumer', attributes: { 'lectern.task': name } }, () =>
          task?.(payload, helpers),
        ),
      )
      const isOver = result
        .catch(() => undefined)
        .then(() => {
          if (ends.get(name) === isOver) ends.delete(name)
        })
      ends.set(name, isOver)
      await result
    },
  ])
  return { oneAtATime: Object.fromEntries(entries), running: () => [...ends.keys()] }
}

function recordJobs({ events }: Runner): void {
  const started = new Map<string, number>()
  events.on('job:start', ({ job }) => started.set(job.id, performance.now()))
  events.on('job:complete', ({ job, error }) => {
    const since = started.get(job.id)
    started.delete(job.id)
    if (since !== undefined) recordJob(job.task_identifier, !error, performance.now() - since)
  })
}

/** The jobs of a task, or of a kind of those that users ask for, that are due and do not run. */
export interface QueuedJobs {
  readonly task: string
  readonly count: number
  /** The time for which the oldest has been due. */
  readonly seconds: number
}

export const readQueuedJobs = ({ query }: Pick<Database, 'query'>): Promise<readonly QueuedJobs[]> =>
  query<QueuedJobs>(
    `SELECT task_identifier AS task, count(*)::int AS count, extract(epoch FROM now() - min(run_at))::float AS seconds
     FROM graphile_worker.jobs WHERE locked_at IS NULL AND run_at <= now() AND attempts < max_attempts
     GROUP BY task_identifier
     UNION ALL
     SELECT lower(kind::text), count(*)::int, extract(epoch FROM now() - min("createdAt"))::float
     FROM "Job" WHERE status = 'PENDING' GROUP BY kind`,
    [],
  )

/** Installs the queue's tables. Replicas that start at the same time wait for the first one to create them. */
export async function installQueue({
  session,
  sessionPool,
}: Pick<Database, 'session'> & QueueConnections): Promise<void> {
  const { runMigrations } = await loadWorker()
  await session(
    async (client) => {
      await client.query(`SELECT pg_advisory_lock(hashtextextended('install-queue', 0))`)
      await runMigrations({ pgPool: sessionPool })
    },
    { patient: true },
  )
}
