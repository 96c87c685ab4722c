import { availableParallelism } from 'node:os'
import { AppError } from '../base/errors.ts'
import type { TaskOptions } from './concurrency-limiter.ts'
import type { Job } from './job-worker.ts'
import type { ModuleJob } from './module-job.ts'
import { serviceUnavailable } from './reasons.ts'
import { JobLimitError, type JobLimits, WorkerPool, type WorkerPoolOptions } from './worker-pool.ts'

/** Limits of one job that reads, writes or renders content. */
export const contentJobLimits = { milliseconds: 20_000, megabytes: 256 } as const satisfies JobLimits

/** The jobs that run at the same time, and those of one owner: one thread is always left for others. */
const threads = Math.max(3, availableParallelism())

const waiting = { maxQueued: 200, maxQueuedOfOwner: 60 } as const

export type ContentThreads = WorkerPool<ModuleJob, unknown>

export const createContentThreads = (options: Partial<WorkerPoolOptions> = {}): ContentThreads =>
  new WorkerPool({
    name: 'content',
    file: new URL('./module-worker.ts', import.meta.url),
    maxConcurrent: threads,
    maxConcurrentOfOwner: threads - 1,
    ...waiting,
    queueFull: () => serviceUnavailable('CONTENT_QUEUE_FULL'),
    ...contentJobLimits,
    ...options,
  })

const contentThreads = createContentThreads()

export interface ContentJobOptions extends TaskOptions, Pick<Job<ModuleJob>, 'answer' | 'transfer'> {
  readonly threads?: ContentThreads
  /** Creates the error of a job that exceeds its limit of time or memory. By default the client may try again. */
  readonly limitExceeded?: () => AppError
}

/** Runs the job of a module on content in a thread that is shared with other jobs. */
export async function runContentJob<Input, Result>(
  module: URL,
  input: Input,
  {
    threads: pool = contentThreads,
    limitExceeded = contentTimeout,
    answer,
    transfer,
    ...options
  }: ContentJobOptions = {},
): Promise<Result> {
  try {
    const job = { input: { module: module.href, input }, answer, transfer }
    return (await pool.run(() => job, options)) as Result
  } catch (error) {
    throw error instanceof JobLimitError ? limitExceeded() : error
  }
}

/** Returns whether an error is that of a job that exceeded its limit of time or memory. */
export const isContentTimeout = (error: unknown): boolean =>
  error instanceof AppError && error.reason === 'CONTENT_TIMEOUT'

/** Returns whether an error tells of the moment, and nothing of the content: too little time, memory or room. */
export const isTemporary = (error: unknown): boolean =>
  isContentTimeout(error) || (error instanceof AppError && error.reason === 'CONTENT_QUEUE_FULL')

const contentTimeout = () =>
  serviceUnavailable('CONTENT_TIMEOUT', { seconds: contentJobLimits.milliseconds / 1000 })
