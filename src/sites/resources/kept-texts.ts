import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { ownBytes } from '../../base/own-bytes.ts'
import type { Visit } from '../../modules/published-sites/visits/visit.ts'
import { keepFor, keptFor } from '../responses/kept-for-claims.ts'

const deflate = promisify<string, Buffer>(deflateRaw)
const inflate = promisify<Buffer, Buffer>(inflateRaw)

/** The share of the cache of sites that the texts of one response take at most: it must not displace all pages. */
const shareOfResponse = 1 / 4

/**
 * The texts that a long response is put together from, kept compressed for equal visits like whole responses. Of one that is too
 * long the first texts are kept, always the same: of all in turn the next reader would find none.
 */
export class KeptTexts {
  readonly #visit: Visit
  #bytesLeft: number

  constructor(visit: Visit) {
    this.#visit = visit
    this.#bytesLeft = visit.cache.maximumBytes * shareOfResponse
  }

  async read(name: string): Promise<string | undefined> {
    const packed = keptFor(this.#visit, this.#keyOf(name)) as Buffer | undefined
    if (!packed) return undefined
    this.#bytesLeft -= packed.byteLength
    return (await inflate(packed)).toString()
  }

  /** Keeps a text. One with conditions is kept for equal claims. */
  async keep(
    name: string,
    text: string,
    { isConditional }: { readonly isConditional: boolean },
  ): Promise<void> {
    if (this.#bytesLeft <= 0) return
    const packed = ownBytes(await deflate(text))
    this.#bytesLeft -= packed.byteLength
    if (this.#bytesLeft < 0) return
    keepFor(this.#visit, this.#keyOf(name), packed, {
      bytes: packed.byteLength,
      sameFor: isConditional ? 'claims' : 'all',
    })
  }

  #keyOf = (name: string): string => `text ${name} ${this.#visit.key}`
}
