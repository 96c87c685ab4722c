import { AppError } from '../../errors.ts'

/** Lets so many pieces of work through at once; of the others so many wait, and the rest are sent away. */
export class Turnstile {
  readonly #atOnce: number
  readonly #waiting: number
  readonly #queue: (() => void)[] = []
  #inside = 0

  constructor({ atOnce, waiting }: { readonly atOnce: number; readonly waiting: number }) {
    this.#atOnce = atOnce
    this.#waiting = waiting
  }

  async pass<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#enter()
    try {
      return await work()
    } finally {
      const next = this.#queue.shift()
      if (next) next()
      else this.#inside--
    }
  }

  #enter(): Promise<void> | undefined {
    if (this.#inside < this.#atOnce) {
      this.#inside++
      return undefined
    }
    if (this.#queue.length >= this.#waiting)
      throw new AppError('SERVICE_UNAVAILABLE', 'Too many PDFs are being made; try again in a minute.')
    return new Promise((resolve) => {
      this.#queue.push(resolve)
    })
  }
}
