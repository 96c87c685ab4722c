import type { AppError } from '../errors.ts'

export interface ConcurrencyLimits {
  /** The number of tasks that run at the same time. */
  readonly maxConcurrent: number
  /** The number of tasks of one owner that run at the same time. Defaults to all. */
  readonly maxConcurrentOfOwner?: number
  /** The number of tasks that wait for a running one to finish. */
  readonly maxQueued: number
  /** The number of tasks of one owner that wait. Defaults to all. */
  readonly maxQueuedOfOwner?: number
  /** Creates the error of a task that finds the queue full. */
  readonly queueFull: () => AppError
}

export interface TaskOptions {
  /** Rejects the task with its reason if it aborts while the task is queued. */
  readonly signal?: AbortSignal
  /** For whom the task runs, such as the id of a user. Tasks without an owner share one. */
  readonly owner?: string
}

/** The tasks of one owner. */
interface Share {
  running: number
  /** The functions that start the queued tasks, the oldest first. */
  readonly queued: Set<() => void>
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
  }

  /** Runs a task as soon as possible. */
  async run<Result>(task: () => Promise<Result>, { signal, owner = '' }: TaskOptions = {}): Promise<Result> {
    signal?.throwIfAborted()
    await this.#acquire(owner, signal)
    try {
      return await task()
    } finally {
      this.#release(owner)
    }
  }

  #acquire(owner: string, signal?: AbortSignal): Promise<void> | undefined {
    const share = this.#shares.get(owner) ?? { running: 0, queued: new Set() }
    this.#shares.set(owner, share)
    if (this.#running < this.#limits.maxConcurrent && this.#mayRun(share)) {
      this.#start(owner, share)
      return undefined
    }
    const { maxQueued, maxQueuedOfOwner = maxQueued } = this.#limits
    if (this.#queued >= maxQueued || share.queued.size >= maxQueuedOfOwner) {
      this.#forgetIfUnused(owner, share)
      throw this.#limits.queueFull()
    }
    return new Promise((resolve, reject) => {
      share.queued.add(resolve)
      this.#queued++
      signal?.addEventListener('abort', () => {
        if (!share.queued.delete(resolve)) return
        this.#queued--
        this.#forgetIfUnused(owner, share)
        reject(signal.reason)
      })
    })
  }

  #mayRun({ running }: Share): boolean {
    return running < (this.#limits.maxConcurrentOfOwner ?? this.#limits.maxConcurrent)
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
    const [start] = share.queued as Set<() => void>
    share.queued.delete(start as () => void)
    this.#queued--
    this.#start(owner, share)
    start?.()
  }
}
