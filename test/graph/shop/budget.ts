import { ShopError } from './errors.ts'

/** The most that an operation may read or answer where a test does not set a lower limit. */
const usualLimit = 10_000

/** Counts the rows that an operation reads and the objects that it answers, and stops it when either are too many. */
export class ShopBudget {
  readonly limit: number
  #rows = 0
  #objects = 0
  #requested = 0
  #exceeded: ShopError | undefined

  constructor(limit = usualLimit) {
    this.limit = limit
  }

  /** The error that stopped the operation. */
  get exceeded(): ShopError | undefined {
    return this.#exceeded
  }

  /** The rows or the objects, of whichever are more, and those that pages could have had. */
  get spent(): { readonly actual: number; readonly requested: number } {
    return {
      actual: Math.max(this.#objects, this.#rows),
      requested: Math.max(this.#requested, this.#rows),
    }
  }

  get rowsToStopAt(): number {
    return this.limit - this.#rows + 1
  }

  readRows(count: number): void {
    this.#rows += count
    this.#assertWithin()
  }

  answerObjects(count: number, requested = count): void {
    this.#objects += count
    this.#requested += requested
    this.#assertWithin()
  }

  /** Leaves cost nothing in the shop. */
  answerValue(): void {}

  answerBytes(): void {}

  include(other: ShopBudget): void {
    this.#rows += other.#rows
    this.#objects += other.#objects
    this.#requested += other.#requested
    this.#note()
  }

  #assertWithin(): void {
    this.#note()
    if (this.#exceeded) throw this.#exceeded
  }

  #note(): void {
    if (Math.max(this.#rows, this.#objects) > this.limit)
      this.#exceeded ??= new ShopError(
        'TOO_LARGE',
        `the shop answers no more than ${this.limit} objects at once`,
      )
  }
}
