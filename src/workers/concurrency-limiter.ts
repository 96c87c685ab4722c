import type { AppError } from '../errors.ts'

export interface ConcurrencyLimits {
  /** The number of tasks that run at the same time. */
  readonly maxConcurrent: number
  /** The number of tasks that wait for a running one to finish. */
  readonly maxQueued: number
  /** Creates the error of a task that finds the queue full. */
  readonly queueFull: () => AppError
}

/**
 * Runs a limited number of tasks concurrently and queues a limited number of others. Rejects tasks if the queue is
 * full.
 */
export class ConcurrencyLimiter {
  readonly #limits: ConcurrencyLimits
  readonly #queue = new Set<() => void>()
  #running = 0

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits
  }

  /** Runs a task as soon as possible. Rejects with the abort reason if the signal aborts while the task is queued. */
  async run<Result>(task: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted()
    await this.#acquire(signal)
    try {
      return await task()
    } finally {
      this.#release()
    }
  }

  #acquire(signal?: AbortSignal): Promise<void> | undefined {
    if (this.#running < this.#limits.maxConcurrent) {
      this.#running++
      return undefined
    }
    if (this.#queue.size >= this.#limits.maxQueued) throw this.#limits.queueFull()
    return new Promise((resolve, reject) => {
      this.#queue.add(resolve)
      signal?.addEventListener('abort', () => {
        if (this.#queue.delete(resolve)) reject(signal.reason)
      })
    })
  }

  /** Starts the task that has been queued the longest. */
  #release(): void {
    const [next] = this.#queue
    if (!next) {
      this.#running--
      return
    }
    this.#queue.delete(next)
    next()
  }
}
