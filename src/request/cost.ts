import { GraphQLError } from 'graphql'
import { withCommas } from '../base/english.ts'
import type { AppError } from '../base/errors.ts'
import { badRequest } from './reasons.ts'

/** The limits of what one operation may read and answer. */
export interface CostLimits {
  readonly objects: number
  readonly bytes: number
  readonly milliseconds: number
}

/** The cost of an answer, as `extensions.cost` states it. */
export interface CostReport {
  readonly objects: { readonly requested: number; readonly actual: number; readonly maximum: number }
  readonly bytes: { readonly actual: number; readonly maximum: number }
}

/**
 * Thrown once a limit is exceeded, by every field that is still to be resolved. It has a path, so that `graphql` does
 * not create an error for each of them. The answer has the error of the cost in its place.
 */
export const stopped = new GraphQLError('The operation was stopped.', { path: [] })

/** The clock is read once in so many events, because reading it costs as much as counting. */
const eventsPerClockReading = 64

/**
 * Counts what one operation reads and answers, and stops it at its limits: every function that counts throws from then
 * on. Writes are not counted, because they must not end halfway.
 */
export class Cost {
  readonly limits: CostLimits
  #answeredObjects = 0
  #requestedObjects = 0
  #answeredBytes = 0
  #readRows = 0
  #readBytes = 0
  #events = 0
  #deadline = Number.POSITIVE_INFINITY
  #isWriting = false
  #exceeded: AppError | undefined
  #lastRead: Promise<unknown> = Promise.resolve()

  constructor(limits: CostLimits) {
    this.limits = limits
  }

  /** Starts the clock. */
  start(): void {
    this.#deadline = performance.now() + this.limits.milliseconds
  }

  /** The error of the limit that stopped the operation. */
  get exceeded(): AppError | undefined {
    return this.#exceeded
  }

  /** Counts objects of the answer. `requested` is the number that was asked for, if there could be more of them. */
  answerObjects(count: number, requested = count): void {
    this.#answeredObjects += count
    this.#requestedObjects += requested
    this.#assertAtMost('objects', this.#answeredObjects)
    this.#checkEvent()
  }

  /** Counts the name and the value of a leaf of the answer. */
  answerValue(name: string | number, value: unknown): void {
    this.#answeredBytes += (typeof name === 'string' ? name.length : 0) + sizeOf(value)
    this.#assertAtMost('bytes', this.#answeredBytes)
    this.#checkEvent()
  }

  /** States the bytes of the data as JSON, which take the place of those counted for its leaves. */
  answerBytes(bytes: number): void {
    this.#answeredBytes = bytes
    this.#assertAtMost('bytes', this.#answeredBytes)
  }

  /** States the bytes of an answer in another form than that of the data. */
  stateBytes(bytes: number): void {
    this.#answeredBytes = bytes
  }

  /** Adds what another operation has read and answered to what this one has. What it has read is kept, but nothing else is read above a limit. */
  include(other: Cost): void {
    this.#answeredObjects += other.#answeredObjects
    this.#requestedObjects += other.#requestedObjects
    this.#answeredBytes += other.#answeredBytes
    this.#readRows += other.#readRows
    this.#readBytes += other.#readBytes
    this.#limit('objects', Math.max(this.#answeredObjects, this.#readRows))
    this.#limit('bytes', Math.max(this.#answeredBytes, this.#readBytes))
  }

  /** Counts rows that a statement has read. */
  readRows(count: number): void {
    if (this.#isWriting) return
    this.#readRows += count
    this.#assertAtMost('objects', this.#readRows)
    this.assertRunning()
  }

  /** Counts bytes of texts that a statement has read. */
  readBytes(count: number): void {
    if (this.#isWriting) return
    this.#readBytes += count
    this.#assertAtMost('bytes', this.#readBytes)
    this.assertRunning()
  }

  /**
   * The number of rows at which a statement may stop reading, because that many exceed the limit. Null for no limit. Where others
   * have exceeded it since the statement was begun, it is 0: PostgreSQL fails at less.
   */
  get rowsToStopAt(): number | null {
    return this.#isWriting ? null : Math.max(0, this.limits.objects - this.#readRows + 1)
  }

  /** Returns whether the answer is so long that other requests run between the steps of writing it. */
  get isLong(): boolean {
    return this.#answeredBytes >= longAnswer
  }

  get bytesLeft(): number {
    return this.#isWriting ? Number.MAX_SAFE_INTEGER : this.limits.bytes - this.#readBytes
  }

  /** Throws if the operation is stopped, or if its time is over. */
  assertRunning(): void {
    if (this.#exceeded) throw stopped
    if (performance.now() <= this.#deadline) return
    this.expire()
    throw stopped
  }

  /** Stops the operation, because its time is over. */
  expire(): void {
    this.#exceeded ??= badRequest('OPERATION_TOO_SLOW', { seconds: this.limits.milliseconds / 1000 })
  }

  /** Stops the clock and the counts, while a mutation writes. */
  beginWriting(): void {
    this.assertRunning()
    this.#isWriting = true
    this.#deadline = Number.POSITIVE_INFINITY
  }

  /** Restarts the clock, for reading the payload of the mutation. */
  endWriting(): void {
    this.#isWriting = false
    this.start()
  }

  /** Runs large reads one after the other, so that none begins once the operation is stopped. */
  oneAtATime<Result>(read: () => Promise<Result>): Promise<Result> {
    const result = this.#lastRead.then(() => {
      this.assertRunning()
      return read()
    })
    this.#lastRead = result.catch(() => undefined)
    return result
  }

  report(): CostReport {
    return {
      objects: {
        requested: Math.max(this.#requestedObjects, this.#readRows),
        actual: Math.max(this.#answeredObjects, this.#readRows),
        maximum: this.limits.objects,
      },
      bytes: { actual: Math.max(this.#answeredBytes, this.#readBytes), maximum: this.limits.bytes },
    }
  }

  #checkEvent(): void {
    if (this.#exceeded) throw stopped
    this.#events++
    if (this.#events % eventsPerClockReading === 0 && !this.#isWriting) this.assertRunning()
  }

  #assertAtMost(unit: 'objects' | 'bytes', count: number): void {
    if (this.#limit(unit, count)) throw stopped
  }

  /** Stops the operation if a count is above its limit. Returns whether it is. */
  #limit(unit: 'objects' | 'bytes', count: number): boolean {
    const maximum = this.limits[unit]
    if (count <= maximum) return false
    this.#exceeded ??= badRequest('OPERATION_TOO_LARGE', {
      count: withCommas(count),
      unit,
      maximum: withCommas(maximum),
    })
    return true
  }
}

/** The bytes of an answer from which on it takes so long to write that others would notice. */
const longAnswer = 500_000

/** The size of a number, a boolean, a date or null in an answer, approximately. */
const plainSize = 8

/** The sizes of values that were read from texts. To count the nodes of a large tree takes as long as to read it. */
const knownSizes = new WeakMap<object, number>()

/** States the size of a value, which is that of its text. */
export const stateSize = (value: object, size: number): void => void knownSizes.set(value, size)

/** Returns the approximate size of a value in an answer. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return plainSize
  const known = knownSizes.get(value)
  if (known !== undefined) return known
  if (Array.isArray(value)) return value.reduce((size: number, item) => size + sizeOf(item), plainSize)
  let size = plainSize
  for (const [name, member] of Object.entries(value)) size += name.length + sizeOf(member)
  return size
}
