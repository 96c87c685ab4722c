import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { heavyWork, type WorkLimits } from '../../admission/heavy-work.ts'
import type { Config } from '../../base/config.ts'
import { AppError } from '../../base/errors.ts'
import type { Database } from '../../database/client.ts'
import type { Job } from '../../generated/prisma/client.ts'
import { JobKind } from '../../generated/prisma/enums.ts'
import { errorForClient } from '../../http/error-response.ts'
import { recordJob } from '../../metrics/recorder.ts'
import { watchQueue } from '../../metrics/watched.ts'
import { inSpan, type SpanOptions } from '../../tracing/spans.ts'
import { JobEnded } from './fenced-database.ts'
import {
  claimJob,
  claimWaitingJob,
  completeJob,
  failJob,
  failWaitedJobs,
  type JobResult,
  type Progress,
  recordHeartbeat,
  releaseJob,
} from './job-rows.ts'
import { jobLimits } from './limits.ts'
import { reasonMessage, serviceUnavailable } from './reasons.ts'

export interface JobServices {
  readonly config: Config
  readonly database: Database
  readonly logger: Logger
}

/** The connection of a running function to its job. */
export interface JobRun {
  /** Aborts when the job was cancelled or takes too long, or when the process stops. */
  readonly signal: AbortSignal
  /** Records the progress, with the next sign that the job still runs. */
  readonly report: (progress: Progress) => void
}

export type JobWork = (services: JobServices, job: Job, run: JobRun) => Promise<JobResult>

const limits = heavyWork.jobs

/** Most syncs with git wait for another server, so that more of them run than of the other kinds. */
const limitsOf = (kind: JobKind): WorkLimits => (kind === 'GIT_SYNC' ? heavyWork.gitSyncs : limits)

/** The error of jobs that were not begun in time. */
const waitedTooLong = {
  code: 'SERVICE_UNAVAILABLE',
  reason: 'JOBS_QUEUE_FULL',
  message: reasonMessage('JOBS_QUEUE_FULL'),
} as const

interface RunningJob {
  readonly stop: AbortController
  readonly ended: Promise<void>
  readonly kind: JobKind
  /** Whether it was taken from the queue. The others have limits of their own. */
  readonly fromQueue: boolean
}

/** The reason why a process that stops leaves its jobs to others. */
class RunnerStopped extends Error {}

/**
 * Runs the jobs of the table: of each kind as many at once as the process may, and of one organization as many as all processes
 * together may. Each job is run by one process. Another takes it when that process dies.
 */
export class JobRunner {
  readonly #id = randomUUID()
  readonly #services: JobServices
  readonly #work: Readonly<Record<JobKind, JobWork>>
  readonly #running = new Map<string, RunningJob>()
  /** The users whose requests wait for jobs that this process runs, one for each job. */
  readonly #waiting: (string | null)[] = []
  #poll: NodeJS.Timeout | undefined
  #taking: Promise<void> | undefined
  #isStopped = false

  constructor(services: JobServices, work: Readonly<Record<JobKind, JobWork>>) {
    this.#services = services
    this.#work = work
    watchQueue('jobs', this)
  }

  /** Returns the running jobs. Queued jobs are in the database, where the metrics read them. */
  get counts() {
    return { running: this.#running.size, queued: 0 }
  }

  /** The number of jobs of all kinds from the queue that are run at most. */
  get limit(): number {
    return Object.values(JobKind).reduce((sum, kind) => sum + this.#limitOf(kind), 0)
  }

  readonly oldestMilliseconds = 0

  /** Looks for jobs now and then, also for those that other processes left. */
  start(): void {
    this.#poll = setInterval(() => void this.#look(), jobLimits.pollMilliseconds)
    this.#poll.unref()
    void this.#look()
  }

  /** Takes jobs as long as there are some and more may run. Resolves when they were taken. */
  wake(): Promise<void> {
    // One that has just found no job may have looked before this one was added.
    const taking = (this.#taking ?? Promise.resolve()).then(() => this.#take())
    this.#taking = taking.catch((error: unknown) =>
      this.#services.logger.warn({ err: error }, 'jobs cannot be taken'),
    )
    return this.#taking
  }

  /** Stops the jobs that run, and leaves them to other processes. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#poll)
    await this.#taking
    for (const { stop } of this.#running.values()) stop.abort(new RunnerStopped('The process stops.'))
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
  }

  async #look(): Promise<void> {
    await failWaitedJobs(this.#services.database, limits.seconds, waitedTooLong).catch((error: unknown) =>
      this.#services.logger.warn({ err: error }, 'jobs that waited for too long cannot be ended'),
    )
    await this.wake()
  }

  async #take(): Promise<void> {
    const { database } = this.#services
    for (let kinds = this.#kindsToTake; !this.#isStopped && kinds.length > 0; kinds = this.#kindsToTake) {
      const maximums = kinds.map((kind) => [kind, limitsOf(kind).perOwner.concurrent])
      const job = await claimJob(database, this.#id, Object.fromEntries(maximums))
      if (!job) return
      void this.#start(job, { fromQueue: true }).then(() => this.wake())
    }
  }

  /** The kinds of which more may run. */
  get #kindsToTake(): readonly JobKind[] {
    const taken = [...this.#running.values()].filter(({ fromQueue }) => fromQueue)
    return Object.values(JobKind).filter(
      (kind) => taken.filter((job) => job.kind === kind).length < this.#limitOf(kind),
    )
  }

  #limitOf(kind: JobKind): number {
    return this.#services.config.jobConcurrency[kind] ?? limitsOf(kind).concurrent
  }

  /**
   * Begins a job for which a request waits, besides those from the queue. Returns false if it is left to the queue,
   * because so many of these run, in the process or for the user: requests may have stopped waiting while their jobs went on.
   */
  async runWaited({ id, requestedById }: Pick<Job, 'id' | 'requestedById'>): Promise<boolean> {
    const { concurrent, perOwner } = heavyWork.imports
    const ofUser = this.#waiting.filter((user) => user === requestedById).length
    if (this.#isStopped || this.#waiting.length >= concurrent || ofUser >= perOwner.concurrent) return false
    this.#waiting.push(requestedById)
    const end = () => {
      this.#waiting.splice(this.#waiting.indexOf(requestedById), 1)
      // The next job of the organization may have waited for this one.
      if (this.#poll) void this.wake()
    }
    try {
      const job = await claimWaitingJob(this.#services.database, this.#id, id)
      if (job) void this.#start(job, { fromQueue: false }).then(end)
      else end()
      return true
    } catch (error) {
      end()
      throw error
    }
  }

  #start(job: Job, { fromQueue }: Pick<RunningJob, 'fromQueue'>): Promise<void> {
    const stop = new AbortController()
    const ended = this.#run(job, stop).finally(() => this.#running.delete(job.id))
    this.#running.set(job.id, { stop, ended, kind: job.kind, fromQueue })
    return ended
  }

  async #run(job: Job, stop: AbortController): Promise<void> {
    const { database } = this.#services
    const logger = this.#services.logger.child({ jobId: job.id })
    const started = performance.now()
    let progress: Partial<Progress> = {}
    let isBeating = false
    const beat = async () => {
      if (isBeating) return
      isBeating = true
      try {
        if (!(await recordHeartbeat(database, job, progress))) stop.abort(new JobEnded('The job has ended.'))
      } catch (error) {
        logger.warn({ err: error }, 'the progress of a job cannot be recorded')
      } finally {
        isBeating = false
      }
    }
    const beating = setInterval(() => void beat(), jobLimits.heartbeatMilliseconds)
    const seconds = this.#services.config.jobMaxSeconds
    const timeout = setTimeout(
      () => stop.abort(serviceUnavailable('JOB_TIMEOUT', { seconds })),
      seconds * 1000,
    )
    const report = (reported: Progress) => {
      stop.signal.throwIfAborted()
      progress = reported
    }
    let error: unknown
    try {
      const result = await inSpan(`job ${job.kind.toLowerCase()}`, spanOf(job), () =>
        this.#result(job, { signal: stop.signal, report }, logger),
      )
      await completeJob(database, job, { ...result, progress })
    } catch (thrown) {
      error = stop.signal.aborted ? stop.signal.reason : thrown
      await this.#endFailed(job, error, logger)
    } finally {
      clearInterval(beating)
      clearTimeout(timeout)
    }
    const milliseconds = performance.now() - started
    recordJob(job.kind.toLowerCase(), error === undefined, milliseconds)
    const { kind, organizationId: organization } = job
    logger.info(
      { kind, organization, succeeded: error === undefined, milliseconds: Math.round(milliseconds) },
      'job',
    )
  }

  /** Returns the result of a job, or rejects as soon as the job is to stop, even if its work takes longer to notice. */
  async #result(job: Job, run: JobRun, logger: Logger): Promise<JobResult> {
    // The process died after the work was written, with its result.
    if (job.writtenAt) return {}
    if (job.attempts > jobLimits.attempts) throw serviceUnavailable('JOB_INTERRUPTED')
    const work = this.#work[job.kind]({ ...this.#services, logger }, job, run)
    const { promise, reject } = Promise.withResolvers<never>()
    const stop = () => reject(run.signal.reason)
    run.signal.addEventListener('abort', stop)
    try {
      return await Promise.race([work, promise])
    } finally {
      run.signal.removeEventListener('abort', stop)
    }
  }

  async #endFailed(job: Job, error: unknown, logger: Logger): Promise<void> {
    if (error instanceof JobEnded) return
    const { database } = this.#services
    try {
      if (error instanceof RunnerStopped) await releaseJob(database, job)
      else await failJob(database, job, shownError(error, logger))
    } catch (failure) {
      // It is taken again when its last sign is old enough.
      logger.error({ err: failure }, 'the end of a job cannot be recorded')
    }
  }
}

const spanOf = ({ id, kind, attempts, organizationId, origin }: Job): SpanOptions => ({
  kind: 'consumer',
  attributes: {
    'lectern.job': id,
    'lectern.kind': kind,
    'lectern.attempt': attempts,
    'lectern.organization': organizationId,
    'lectern.request_id': (origin as { requestId?: string } | null)?.requestId,
  },
})

function shownError(error: unknown, logger: Logger): AppError {
  const expected = errorForClient(error, logger)
  if (expected) return expected
  logger.error({ err: error }, 'a job failed')
  return new AppError('INTERNAL_SERVER_ERROR')
}
