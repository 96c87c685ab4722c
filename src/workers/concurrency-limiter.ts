import type { AppError } from '../base/errors.ts'
import { publishWait } from '../base/load-events.ts'
import { watchQueue } from '../metrics/watched.ts'

export interface ConcurrencyLimits {
  /** The name in the metrics, and under which waits are published. Those of a limiter without one are not. */
  readonly name?: string
  /** The number of tasks that run at the same time. */
  readonly maxConcurrent: number
  /** The number of tasks of one owner that run at the same time. Defaults to all. */
  readonly maxConcurrentOfOwner?: number
  /** The number of tasks that wait for a running one to finish. */
  readonly maxQueued: number
  /** The number of tasks of one owner that are queued. Defaults to all. */
  readonly maxQueuedOfOwner?: number
  /** The longest time in milliseconds for which a task waits. Defaults to any time. */
  readonly maxWaitMs?: number
  /** Creates the error of a task that finds the queue full, or has waited for too long. */
  readonly queueFull: () => AppError
  /** Creates the error of a task whose owner has too many. Defaults to that of a full queue. */
  readonly queueOfOwnerFull?: () => AppError
}

export interface TaskOptions {
  /** Rejects the task with its reason if it aborts while the task is queued. */
  readonly signal?: AbortSignal | undefined
  /** For whom the task runs, such as the id of a user. Tasks without an owner share one. */
  readonly owner?: string | undefined
}

/** The tasks of one owner. */
interface Share {
  running: number
  /** The functions that start the queued tasks, the oldest first, with the times since which they wait. */
  readonly queued: Map<() => void, number>
}

/**
 * Runs a limited number of tasks concurrently and queues a limited number of others. Rejects tasks if the queue is
 * full. Owners take turns: a queued task of an owner who has none running starts before one of an owner who has.
 */
export class ConcurrencyLimiter {
  readonly #limits: ConcurrencyLimits
  /** The owners that have tasks. Whoever was served last is the last. */
  readonly #shares = new Map<string, Share>()
  #running = 0
  #queued = 0

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits
    if (limits.name !== undefined) watchQueue(limits.name, this)
  }

  /** The time for which the oldest queued task waits; 0 if none does. */
  get oldestMilliseconds(): number {
    const now = performance.now()
    const oldest = [...this.#shares.values()].map(({ queued }) => queued.values().next().value ?? now)
    return now - Math.min(now, ...oldest)
  }

  /** The number of tasks that run at most. */
  get limit(): number {
    return this.#limits.maxConcurrent
  }

  /** The numbers of tasks now. */
  get counts(): { readonly running: number; readonly queued: number } {
    return { running: this.#running, queued: this.#queued }
  }

  /** Runs a task as soon as possible. */
  async run<Result>(task: () => Promise<Result>, options: TaskOptions = {}): Promise<Result> {
    const release = await this.acquire(options)
    try {
      return await task()
    } finally {
      release()
    }
  }

  /** Waits like `run`, and returns the function that ends the task. */
  async acquire({ signal, owner = '' }: TaskOptions = {}): Promise<() => void> {
    signal?.throwIfAborted()
    const share = this.#shares.get(owner) ?? { running: 0, queued: new Map() }
    this.#shares.set(owner, share)
    if (this.#running < this.#limits.maxConcurrent && this.#mayRun(share)) this.#start(owner, share)
    else await this.#wait(owner, share, signal)
    return () => this.#release(owner)
  }

  async #wait(owner: string, share: Share, signal: AbortSignal | undefined): Promise<void> {
    const { name, maxWaitMs, queueFull } = this.#limits
    const refusal = this.#refusal(share)
    if (refusal) {
      this.#forgetIfUnused(owner, share)
      throw refusal
    }
    const since = performance.now()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = (error: unknown) => {
      if (!share.queued.delete(resolve)) return
      this.#queued--
      this.#forgetIfUnused(owner, share)
      reject(error)
    }
    const abort = () => leave(signal?.reason)
    signal?.addEventListener('abort', abort)
    const timer = maxWaitMs === undefined ? undefined : setTimeout(() => leave(queueFull()), maxWaitMs)
    share.queued.set(resolve, since)
    this.#queued++
    try {
      await promise
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      if (name !== undefined) publishWait({ waitedFor: name, milliseconds: performance.now() - since })
    }
  }

  /** Returns the error of a task that may not wait; undefined for one that may. */
  #refusal({ running, queued }: Share): AppError | undefined {
    const { maxQueued, maxQueuedOfOwner = maxQueued, queueFull, queueOfOwnerFull = queueFull } = this.#limits
    if (running + queued.size >= this.#maxConcurrentOfOwner + maxQueuedOfOwner) return queueOfOwnerFull()
    return this.#queued >= maxQueued ? queueFull() : undefined
  }

  get #maxConcurrentOfOwner(): number {
    return this.#limits.maxConcurrentOfOwner ?? this.#limits.maxConcurrent
  }

  #mayRun({ running }: Share): boolean {
    return running < this.#maxConcurrentOfOwner
  }

  #start(owner: string, share: Share): void {
    share.running++
    this.#running++
    this.#shares.delete(owner)
    this.#shares.set(owner, share)
  }

  #release(owner: string): void {
    const share = this.#shares.get(owner) as Share
    share.running--
    this.#running--
    this.#forgetIfUnused(owner, share)
    this.#startNext()
  }

  #forgetIfUnused(owner: string, { running, queued }: Share): void {
    if (running === 0 && queued.size === 0) this.#shares.delete(owner)
  }

  /** Starts the oldest task of the owner with the fewest running ones, who was served the longest ago. */
  #startNext(): void {
    let next: [owner: string, share: Share] | undefined
    for (const [owner, share] of this.#shares)
      if (share.queued.size > 0 && this.#mayRun(share) && share.running < (next?.[1].running ?? Infinity))
        next = [owner, share]
    if (!next) return
    const [owner, share] = next
    const [start] = share.queued.keys() as Iterable<() => void>
    share.queued.delete(start as () => void)
    this.#queued--
    this.#start(owner, share)
    start?.()
  }
}
