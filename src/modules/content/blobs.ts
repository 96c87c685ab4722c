import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { moveDurably, writeAtomically } from '../../base/durable-files.ts'
import type { Database } from '../../database/client.ts'
import { FilesMissingError } from '../../database/faults.ts'
import { type BlobConfig, blobPath, hasBytes, type StoredBlob } from './blob-paths.ts'
import { assertStore } from './store-id.ts'

/**
 * Stores bytes on disk under their hash and records them, so that files may refer to them. Runs before the transaction
 * that adds the files: unreferenced bytes are harmless.
 */
export async function storeBlob({ config, database }: BlobStore, bytes: Uint8Array): Promise<StoredBlob> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  const stored = { hash, size: bytes.byteLength }
  await recordBlob({ config, database }, stored)
  if (!(await verifyBlob(config, stored))) await writeAtomically(blobPath(config, hash), [bytes])
  return stored
}

/** Stores a file in the same way, by moving it. The file must be on the disk of the data directory. */
export async function storeBlobFile(
  { config, database }: BlobStore,
  { path, ...file }: StoredBlob & { readonly path: string },
): Promise<StoredBlob> {
  const stored = { hash: file.hash, size: file.size }
  await recordBlob({ config, database }, stored)
  if (!(await verifyBlob(config, stored))) await moveDurably(path, blobPath(config, stored.hash))
  return stored
}

interface BlobStore {
  readonly config: BlobConfig
  readonly database: Pick<Database, 'query' | 'write'>
}

/**
 * Records bytes before they are written: the sweep leaves those alone that were recorded lately, and bytes that it is
 * deleting are found missing after it. Throws if they would be written to another folder than that of the database.
 */
async function recordBlob({ config, database }: BlobStore, { hash, size }: StoredBlob): Promise<void> {
  await assertStore(config, database)
  await database.write(
    `INSERT INTO "Blob" (hash, size) VALUES ($1, $2) ON CONFLICT (hash) DO UPDATE SET "storedAt" = now()`,
    [hash, size],
  )
}

/** Stores bytes of a backup on disk. Returns false, and stores nothing, if they do not have the hash. */
export async function storeVerified(
  config: BlobConfig,
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
  const path = blobPath(config, hash)
  await writeAtomically(path, hashing())
  if (digest.digest('hex') === hash) return true
  await rm(path)
  return false
}

/** Returns the bytes, or those from `start` through `end`, as a stream; undefined if the file is missing or truncated. */
export async function readBlob(
  config: BlobConfig,
  blob: StoredBlob,
  range: { start?: number; end?: number } = {},
): Promise<Readable | undefined> {
  if (!(await hasBytes(config, blob))) return undefined
  return createReadStream(blobPath(config, blob.hash), range)
}

/** Returns the bytes like `readBlob`. Throws if they are missing. */
export async function openBlob(
  config: BlobConfig,
  blob: StoredBlob,
  range?: { start?: number; end?: number },
): Promise<Readable> {
  const bytes = await readBlob(config, blob, range)
  if (!bytes) throw new FilesMissingError(`the bytes of blob ${blob.hash} are missing`)
  return bytes
}

/** Returns whether the bytes on disk match the hash. */
export async function verifyBlob(config: BlobConfig, blob: StoredBlob): Promise<boolean> {
  const stream = await readBlob(config, blob)
  if (!stream) return false
  const digest = createHash('sha256')
  for await (const chunk of stream) digest.update(chunk)
  return digest.digest('hex') === blob.hash
}
