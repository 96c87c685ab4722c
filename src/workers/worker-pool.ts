import { ConcurrencyLimiter, type ConcurrencyLimits, type TaskOptions } from './concurrency-limiter.ts'
import { errorOf } from './messages.ts'
import { type Job, WorkerThread } from './worker-thread.ts'

/** Limits of one job. */
export interface JobLimits {
  /** The time that a job may run, without the time that it is queued. */
  readonly milliseconds: number
  /** Memory of its thread in megabytes. */
  readonly megabytes: number
}

export interface WorkerPoolOptions extends JobLimits, ConcurrencyLimits {
  /** The file of the worker, which calls `serveJobs`. */
  readonly file: URL
  /** How long a thread without a job is kept, in milliseconds. */
  readonly idleMilliseconds?: number
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

/**
 * Runs jobs of one kind in worker threads, so that the event loop is not blocked. Starting a thread takes long because it
 * loads its modules, so threads are reused. A job that exceeds a limit or is aborted ends its thread.
 */
export class WorkerPool<Input, Result, Part = never> {
  readonly #options: WorkerPoolOptions
  readonly #limiter: ConcurrencyLimiter
  /** The threads without a job and the timers that end them. The thread that was used last is the last. */
  readonly #idle = new Map<WorkerThread<Input, Part, Result>, NodeJS.Timeout>()

  constructor(options: WorkerPoolOptions) {
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
      return this.#runInThread(job, signal)
    }, options)
  }

  async #runInThread(job: Job<Input, Part>, signal?: AbortSignal): Promise<Result> {
    const thread = this.#takeIdle() ?? this.#startThread()
    const deadline = AbortSignal.timeout(this.#options.milliseconds)
    const message = await thread
      .run(job, signal ? AbortSignal.any([deadline, signal]) : deadline)
      .catch(async (error: NodeJS.ErrnoException) => {
        await thread.end()
        if (error === deadline.reason) throw new JobLimitError('time', error)
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') throw new JobLimitError('memory', error)
        throw error
      })
    this.#keepIdle(thread)
    if (message.kind === 'failed') throw message.error
    if (message.kind === 'refused') throw errorOf(message.refusal)
    return message.result
  }

  #startThread(): WorkerThread<Input, Part, Result> {
    const thread = new WorkerThread<Input, Part, Result>(this.#options.file, this.#options.megabytes)
    thread.ended.addEventListener('abort', () => this.#removeIdle(thread))
    return thread
  }

  #takeIdle(): WorkerThread<Input, Part, Result> | undefined {
    const thread = [...this.#idle.keys()].at(-1)
    if (thread) this.#removeIdle(thread)
    return thread
  }

  #keepIdle(thread: WorkerThread<Input, Part, Result>): void {
    if (thread.ended.aborted) return
    const end = () => {
      this.#removeIdle(thread)
      void thread.end()
    }
    const timer = setTimeout(end, this.#options.idleMilliseconds ?? defaultIdleMilliseconds)
    this.#idle.set(thread, timer.unref())
  }

  #removeIdle(thread: WorkerThread<Input, Part, Result>): void {
    clearTimeout(this.#idle.get(thread))
    this.#idle.delete(thread)
  }
}
