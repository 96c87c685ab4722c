import { ConcurrencyLimiter, type ConcurrencyLimits, type TaskOptions } from './concurrency-limiter.ts'
import { type Job, type JobWorker, OutOfMemoryError } from './job-worker.ts'
import { errorOf, failureOf } from './messages.ts'
import { megabytesWithin, workersWithin } from './worker-memory.ts'
import { WorkerProcess } from './worker-process.ts'
import { WorkerThread } from './worker-thread.ts'

export interface JobLimits {
  /** The time that a job may run, without the time that it is queued. */
  readonly milliseconds: number
  /** Memory of its worker in megabytes. */
  readonly megabytes: number
}

export interface WorkerPoolOptions extends JobLimits, ConcurrencyLimits {
  /** The file of the worker, which calls `serveJobs`. */
  readonly file: URL
  /** The kind of workers: threads, which start sooner, or processes, whose memory is free again when they end. */
  readonly workers?: 'threads' | 'processes'
  /** How long a worker without a job is kept, in milliseconds. */
  readonly idleMilliseconds?: number
  /** The memory in bytes that the process may use. By default that of its container. */
  readonly memory?: number
}

/** The error of a job that exceeds a limit of its pool. */
export class JobLimitError extends Error {
  readonly limit: 'time' | 'memory'

  constructor(limit: 'time' | 'memory', cause: unknown) {
    super(`The job exceeded its limit of ${limit}.`, { cause })
    this.limit = limit
  }
}

const defaultIdleMilliseconds = 30_000

/** Returns the options with as many workers, and as much memory of each, as the process may use. Of several one is left to other owners. */
function boundedByMemory(options: WorkerPoolOptions): WorkerPoolOptions {
  const { maxConcurrent, maxConcurrentOfOwner, memory } = options
  const megabytes = Math.min(options.megabytes, megabytesWithin(memory))
  const workers = workersWithin(memory)
  if (maxConcurrent <= workers) return { ...options, megabytes }
  const ofOwner = Math.min(maxConcurrentOfOwner ?? workers, Math.max(1, workers - 1))
  return {
    ...options,
    megabytes,
    maxConcurrent: workers,
    ...(maxConcurrentOfOwner !== undefined && { maxConcurrentOfOwner: ofOwner }),
  }
}

/**
 * Runs jobs of one kind in workers, so that the event loop is not blocked. Starting a worker takes long because it
 * loads its modules, so workers are reused. A job that exceeds a limit or is aborted ends its worker.
 */
export class WorkerPool<Input, Result, Part = never> {
  readonly #options: WorkerPoolOptions
  readonly #limiter: ConcurrencyLimiter
  /** The workers without a job and the timers that end them. The worker that was used last is the last. */
  readonly #idle = new Map<JobWorker<Input, Part, Result>, NodeJS.Timeout>()

  constructor(given: WorkerPoolOptions) {
    const options = boundedByMemory(given)
    this.#options = options
    this.#limiter = new ConcurrencyLimiter(options)
  }

  /**
   * Creates a job as soon as it can run, and runs it. Jobs are created only then, so that queued ones do not hold their
   * input in memory. Rejects with the error of the handler, a `JobLimitError`, the error of a full queue or the abort
   * reason.
   */
  run(
    createJob: () => Job<Input, Part> | Promise<Job<Input, Part>>,
    options: TaskOptions = {},
  ): Promise<Result> {
    const { signal } = options
    return this.#limiter.run(async () => {
      const job = await createJob()
      signal?.throwIfAborted()
      return this.#runInWorker(job, signal)
    }, options)
  }

  async #runInWorker(job: Job<Input, Part>, signal?: AbortSignal): Promise<Result> {
    const worker = this.#takeIdle() ?? this.#startWorker()
    const deadline = AbortSignal.timeout(this.#options.milliseconds)
    const message = await worker
      .run(job, signal ? AbortSignal.any([deadline, signal]) : deadline)
      .catch(async (error: unknown) => {
        await worker.end()
        if (error === deadline.reason) throw new JobLimitError('time', error)
        if (error instanceof OutOfMemoryError) throw new JobLimitError('memory', error)
        throw error
      })
    this.#keepIdle(worker)
    if (message.kind === 'failed') throw failureOf(message)
    if (message.kind === 'refused') throw errorOf(message.refusal)
    return message.result
  }

  #startWorker(): JobWorker<Input, Part, Result> {
    const { file, megabytes, workers } = this.#options
    const Worker = workers === 'processes' ? WorkerProcess : WorkerThread
    const worker = new Worker<Input, Part, Result>(file, megabytes)
    worker.ended.addEventListener('abort', () => this.#removeIdle(worker))
    return worker
  }

  #takeIdle(): JobWorker<Input, Part, Result> | undefined {
    const worker = [...this.#idle.keys()].at(-1)
    if (worker) this.#removeIdle(worker)
    return worker
  }

  #keepIdle(worker: JobWorker<Input, Part, Result>): void {
    if (worker.ended.aborted) return
    const end = () => {
      this.#removeIdle(worker)
      void worker.end()
    }
    const timer = setTimeout(end, this.#options.idleMilliseconds ?? defaultIdleMilliseconds)
    this.#idle.set(worker, timer.unref())
  }

  #removeIdle(worker: JobWorker<Input, Part, Result>): void {
    clearTimeout(this.#idle.get(worker))
    this.#idle.delete(worker)
  }
}
