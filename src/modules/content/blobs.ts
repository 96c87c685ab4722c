import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { withTemporaryFile } from '../../base/temporary-files.ts'
import type { Database } from '../../database/client.ts'
import { FilesMissingError } from '../../database/faults.ts'
import { fileFolder, fileStorage } from '../../storage/open-storage.ts'
import type { BytesAsked, Storage } from '../../storage/storage.ts'
import { type BlobConfig, blobKey, type StoredBlob } from './blob-paths.ts'
import { assertStore } from './store-id.ts'

/**
 * Stores bytes under their hash and records them, so that files may refer to them. Runs before the transaction that adds the
 * files: unreferenced bytes are harmless.
 */
export async function storeBlob({ config, database }: BlobStore, bytes: Uint8Array): Promise<StoredBlob> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  const stored = { hash, size: bytes.byteLength }
  await recordBlob({ config, database }, stored)
  const storage = fileStorage(config)
  if (!(await isKept(storage, stored))) await storage.write(blobKey(hash), bytes)
  return stored
}

/**
 * Stores bytes of any number in the same way, which are read twice: for their hash, and, unless they are stored already, to
 * write them.
 */
export async function storeBlobPieces(
  { config, database }: BlobStore,
  open: () => AsyncIterable<Uint8Array>,
): Promise<StoredBlob> {
  const digest = createHash('sha256')
  let size = 0
  for await (const piece of open()) {
    digest.update(piece)
    size += piece.byteLength
  }
  const stored = { hash: digest.digest('hex'), size }
  await recordBlob({ config, database }, stored)
  const storage = fileStorage(config)
  if (!(await isKept(storage, stored))) await storage.write(blobKey(stored.hash), open())
  return stored
}

/** Stores a file in the same way, by moving it. The file must be on the disk of the data directory. */
export async function storeBlobFile(
  { config, database }: BlobStore,
  { path, ...file }: StoredBlob & { readonly path: string },
): Promise<StoredBlob> {
  const stored = { hash: file.hash, size: file.size }
  await recordBlob({ config, database }, stored)
  const storage = fileStorage(config)
  if (!(await isKept(storage, stored))) await storage.writeFile(blobKey(stored.hash), path)
  return stored
}

interface BlobStore {
  readonly config: BlobConfig
  readonly database: Pick<Database, 'query' | 'write'>
}

/**
 * Records bytes before they are written: the sweep leaves those alone that were recorded lately, and bytes that it is
 * deleting are found missing after it. Throws if they would be written to another place than that of the database.
 */
async function recordBlob({ config, database }: BlobStore, { hash, size }: StoredBlob): Promise<void> {
  await assertStore(config, database)
  await database.write(
    `INSERT INTO "Blob" (hash, size) VALUES ($1, $2) ON CONFLICT (hash) DO UPDATE
     SET "storedAt" = now(), "unusedSince" = NULL`,
    [hash, size],
  )
}

/** Stores bytes of a backup. Returns false, and stores nothing, if they do not have the hash. */
export async function storeVerified(
  storage: Storage,
  hash: string,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<boolean> {
  const digest = createHash('sha256')
  const hashing = async function* () {
    for await (const chunk of content) {
      digest.update(chunk)
      yield chunk
    }
  }
  await storage.write(blobKey(hash), hashing())
  if (digest.digest('hex') === hash) return true
  await storage.remove(blobKey(hash))
  return false
}

/** Returns the bytes, or those from `start` through `end`, as a stream; undefined if they are missing or truncated. */
export async function readBlob(
  config: BlobConfig,
  blob: StoredBlob,
  range: BytesAsked = {},
): Promise<Readable | undefined> {
  const bytes = await readUnverified(config, blob, range)
  const isWhole = range.start === undefined && range.end === undefined
  return bytes && isWhole && fileStorage(config).isRemote ? verified(bytes, blob.hash) : bytes
}

/**
 * Returns the bytes as they are stored. What a bucket does not have may still be in the folder from which files are being moved
 * there.
 */
export async function readUnverified(
  config: BlobConfig,
  { hash, size }: StoredBlob,
  range?: BytesAsked,
): Promise<Readable | undefined> {
  const storage = fileStorage(config)
  const bytes = await storage.read(blobKey(hash), size, range)
  return bytes ?? (storage.isRemote ? fileFolder(config).read(blobKey(hash), size, range) : undefined)
}

/** Passes bytes on that come from another server. Fails instead of ending if they do not have the hash. */
function verified(bytes: Readable, hash: string): Readable {
  async function* compared(): AsyncGenerator<Buffer> {
    const digest = createHash('sha256')
    let last: Buffer | undefined
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      digest.update(chunk)
      if (last) yield last
      last = chunk
    }
    if (digest.digest('hex') !== hash) throw new FilesMissingError(`the bytes of blob ${hash} are damaged`)
    if (last) yield last
  }
  return Readable.from(compared(), { objectMode: false })
}

/** Returns the bytes like `readBlob`. Throws if they are missing. */
export async function openBlob(config: BlobConfig, blob: StoredBlob, range?: BytesAsked): Promise<Readable> {
  const bytes = await readBlob(config, blob, range)
  if (!bytes) throw new FilesMissingError(`the bytes of blob ${blob.hash} are missing`)
  return bytes
}

/** Runs with the path of a file that has the bytes, which is only read. */
export async function withBlobFile<Result>(
  config: BlobConfig,
  blob: StoredBlob,
  run: (path: string) => Promise<Result>,
): Promise<Result> {
  const path = fileStorage(config).pathOf(blobKey(blob.hash))
  return path === undefined ? withTemporaryFile(config, await openBlob(config, blob), run) : run(path)
}

/** Returns whether a storage has the bytes. Those of a folder are compared with the hash, which a bucket does when they are sent. */
async function isKept(storage: Storage, blob: StoredBlob): Promise<boolean> {
  if (storage.isRemote) return (await storage.size(blobKey(blob.hash))) === blob.size
  return verifyBlob(storage, blob)
}

/** Returns whether the stored bytes match the hash. */
export async function verifyBlob(storage: Storage, { hash, size }: StoredBlob): Promise<boolean> {
  const stream = await storage.read(blobKey(hash), size)
  return stream !== undefined && hasHash(stream, hash)
}

/** Reads bytes to their end, and returns whether they have the hash. */
export async function hasHash(
  bytes: AsyncIterable<Buffer> | Iterable<Buffer>,
  hash: string,
): Promise<boolean> {
  const digest = createHash('sha256')
  for await (const chunk of bytes) digest.update(chunk)
  return digest.digest('hex') === hash
}
