import { AppError } from '../../errors.ts'

/** Lets so many pieces of work through at once; of the others so many wait, and the rest are sent away. */
export class ConcurrencyLimiter {
  readonly #atOnce: number
  readonly #waiting: number
  readonly #queue = new Set<() => void>()
  #inside = 0

  constructor({ atOnce, waiting }: { readonly atOnce: number; readonly waiting: number }) {
    this.#atOnce = atOnce
    this.#waiting = waiting
  }

  /** Rejects with the reason of the signal as soon as nobody waits for the work any more. */
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

  /** The place inside goes to the one who has waited longest. */
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
