import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { ownBytes } from '../../base/own-bytes.ts'
import type { JSONDocument } from '../page/types.ts'

/** The parsed body of a page that is not rendered yet. Those of all pages would take more memory than a thread has. */
export class PackedDocument {
  readonly #packed: Buffer | JSONDocument

  /** Packs a document that is also given as JSON. One that has none is kept as it is. */
  constructor(document: JSONDocument, json: string | undefined) {
    this.#packed = json === undefined ? document : ownBytes(deflateRawSync(json, { level: 1 }))
  }

  unpack(): JSONDocument {
    return Buffer.isBuffer(this.#packed)
      ? JSON.parse(inflateRawSync(this.#packed).toString('utf8'))
      : this.#packed
  }
}

/** Returns a document as JSON; undefined if it nests too deeply for that. */
export function jsonOf(document: JSONDocument): string | undefined {
  try {
    return JSON.stringify(document)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
