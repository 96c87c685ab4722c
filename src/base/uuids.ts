import { randomFillSync } from 'node:crypto'
import { V7Generator } from 'uuidv7'

/** The number of random numbers that are taken at a time. Asking the system costs more than the numbers. */
const reservedNumbers = 1024

/** Random numbers that are safe for cryptography. */
class RandomNumbers {
  readonly #numbers = new Uint32Array(reservedNumbers)
  #next = reservedNumbers

  nextUint32(): number {
    if (this.#next === reservedNumbers) {
      randomFillSync(this.#numbers)
      this.#next = 0
    }
    const number = this.#numbers[this.#next] as number
    // A number is used once, and not kept where it could be read later.
    this.#numbers[this.#next++] = 0
    return number
  }
}

/** Generates UUIDs of version 7 (RFC 9562), which sort by the time of their creation. */
export const uuids = new V7Generator(new RandomNumbers())
