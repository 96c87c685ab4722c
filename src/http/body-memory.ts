import type { IncomingMessage } from 'node:http'
import { serviceUnavailable } from '../admission/reasons.ts'

/** The bytes of bodies that are held while the rest of them arrives, of all callers and of those without credentials. */
export const bodyMemory = { all: 256 * 1024 * 1024, anonymous: 64 * 1024 * 1024 } as const

const held = { all: 0, anonymous: 0 }

const isAnonymous = ({ headers }: IncomingMessage): boolean =>
  headers.authorization === undefined && headers.cookie === undefined

/** Counts the bytes of a body that is held in memory. */
export class HeldBody {
  readonly #isAnonymous: boolean
  #bytes = 0

  constructor(request: IncomingMessage) {
    this.#isAnonymous = isAnonymous(request)
  }

  /** Throws SERVICE_UNAVAILABLE if all bodies together are too large. */
  add(bytes: number): void {
    this.#count(bytes)
    if (held.all > bodyMemory.all || (this.#isAnonymous && held.anonymous > bodyMemory.anonymous))
      throw serviceUnavailable('SERVER_BUSY')
  }

  release(): void {
    this.#count(-this.#bytes)
  }

  #count(bytes: number): void {
    this.#bytes += bytes
    held.all += bytes
    if (this.#isAnonymous) held.anonymous += bytes
  }
}
