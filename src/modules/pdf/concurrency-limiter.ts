import { AppError } from '../../errors.ts'

/**
 * Runs a limited number of tasks concurrently and queues a limited number of others. Rejects tasks with
 * SERVICE_UNAVAILABLE if the queue is full.
 */
export class ConcurrencyLimiter {
  readonly #atOnce: number
  readonly #waiting: number
  readonly #queue = new Set<() => void>()
  #inside = 0

  constructor({ atOnce, waiting }: { readonly atOnce: number; readonly waiting: number }) {
    this.#atOnce = atOnce
    this.#waiting = waiting
  }

  /**
   * Runs a task as soon as possible. Rejects with the abort reason if the signal aborts while the task is
   * queued.
   */
  async pass<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted()
    await this.#enter(signal)
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  #enter(signal?: AbortSignal): Promise<void> | undefined {
    if (this.#inside < this.#atOnce) {
      this.#inside++
      return undefined
    }
    if (this.#queue.size >= this.#waiting)
      throw new AppError('SERVICE_UNAVAILABLE', 'Too many PDFs are being made; try again in a minute.')
    return new Promise((resolve, reject) => {
      this.#queue.add(resolve)
      signal?.addEventListener('abort', () => {
        if (this.#queue.delete(resolve)) reject(signal.reason)
      })
    })
  }

  /** Starts the task that has been queued the longest. */
  #leave(): void {
    const [next] = this.#queue
    if (!next) {
      this.#inside--
      return
    }
    this.#queue.delete(next)
    next()
  }
}
