import { AppError } from '../base/errors.ts'
import { payloadTooLarge } from './reasons.ts'

/** The limits of a JSON body beside its size: many small values take far longer to read than a long text. */
export const jsonLimits = {
  /** The members of objects and items of arrays, all together. */
  values: 100_000,
  /** The nesting. Input types are less deep; deeper bodies could cause stack overflows. */
  depth: 100,
} as const

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openings: ReadonlySet<number> = new Set([0x5b, 0x7b])
const closings: ReadonlySet<number> = new Set([0x5d, 0x7d])

/** Counts the values of JSON and their depth while its bytes arrive, so that too many of them are never parsed. */
export class JsonStructure {
  #values = 0
  #depth = 0
  #isText = false
  #isEscaped = false

  /** Throws PAYLOAD_TOO_LARGE for too many values, and BAD_USER_INPUT for excessive depth. */
  add(bytes: Uint8Array): void {
    for (const byte of bytes)
      if (this.#isText) this.#continueText(byte)
      else if (byte === quote) this.#isText = true
      else if (byte === comma) this.#values++
      else if (openings.has(byte)) this.#open()
      else if (closings.has(byte)) this.#depth--
    if (this.#values > jsonLimits.values)
      throw payloadTooLarge('TOO_MANY_VALUES', { maximum: jsonLimits.values })
  }

  #continueText(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === backslash) this.#isEscaped = true
    else if (byte === quote) this.#isText = false
  }

  /** Counts the first value of an object or an array, which no comma precedes. */
  #open(): void {
    this.#values++
    this.#depth++
    if (this.#depth > jsonLimits.depth)
      throw new AppError(
        'BAD_USER_INPUT',
        `The request body may be nested at most ${jsonLimits.depth} levels deep.`,
      )
  }
}
