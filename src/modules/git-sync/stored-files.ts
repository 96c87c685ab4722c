import { posix } from 'node:path'
import { lookup } from 'mime-types'
import { imageDimensions } from '../../base/image-dimensions.ts'
import type { StoredFile, TreeFile } from '../../formats/git/types.ts'
import { storeBlob, storeBlobPieces } from '../content/blobs.ts'
import type { SyncSession } from './session.ts'

/** Files up to this size are read into memory, the others in pieces: the memory of thousands is given back late. */
const memoryBytes = 512 * 1024

/** The beginning of a file by which the size of an image is known. */
const headerBytes = 512 * 1024

/** Stores the bytes of a file of the repository. */
export async function storeTreeFile(
  { config, database, blobs, signal }: SyncSession,
  { path, oid, size }: TreeFile,
): Promise<StoredFile> {
  signal.throwIfAborted()
  if (size <= memoryBytes) {
    const bytes = await blobs.read(oid)
    const { hash } = await storeBlob({ config, database }, bytes)
    return { blobHash: hash, ...dimensionsOf(path, bytes) }
  }
  const header = new Header()
  const { hash } = await storeBlobPieces({ config, database }, () => header.of(blobs.stream(oid, signal)))
  return { blobHash: hash, ...dimensionsOf(path, header.bytes) }
}

const contentTypeOf = (path: string): string => lookup(posix.basename(path)) || 'application/octet-stream'

const dimensionsOf = (path: string, bytes: Uint8Array) => imageDimensions(bytes, contentTypeOf(path))

/** Keeps the beginning of what passes. */
class Header {
  #pieces: Buffer[] = []

  get bytes(): Buffer {
    return Buffer.concat(this.#pieces).subarray(0, headerBytes)
  }

  async *of(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    this.#pieces = []
    let size = 0
    for await (const piece of pieces) {
      if (size < headerBytes) this.#pieces.push(piece)
      size += piece.length
      yield piece
    }
  }
}
