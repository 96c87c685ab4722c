import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { nanoid } from 'nanoid'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/client.ts'
import { makePrivateFolder, openNewFile } from '../../private-files.ts'
import { unfinishedExtension } from '../../temporary-files.ts'

/** Bytes stored on disk, which files refer to by their hash. */
export interface StoredBlob {
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly hash: string
  readonly size: number
}

type BlobConfig = Pick<Config, 'dataDir'>

/** Returns the folder of the bytes. */
export const blobFolder = ({ dataDir }: BlobConfig): string => join(dataDir, 'files')

export const blobPath = (config: BlobConfig, hash: string): string =>
  join(blobFolder(config), hash.slice(0, 2), hash)

/**
 * Stores bytes on disk under their hash and records them, so that files may refer to them. Runs before the transaction
 * that adds the files: unreferenced bytes are harmless.
 */
export async function storeBlob({ config, database }: BlobStore, bytes: Uint8Array): Promise<StoredBlob> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  const stored = { hash, size: bytes.byteLength }
  await recordBlob(database, stored)
  if (!(await verifyBlob(config, stored))) await writeAtomically(blobPath(config, hash), [bytes])
  return stored
}

/** Stores a file in the same way, by moving it. The file must be on the disk of the data directory. */
export async function storeBlobFile(
  { config, database }: BlobStore,
  { path, ...file }: StoredBlob & { readonly path: string },
): Promise<StoredBlob> {
  const stored = { hash: file.hash, size: file.size }
  await recordBlob(database, stored)
  if (!(await verifyBlob(config, stored))) await moveDurably(path, blobPath(config, stored.hash))
  return stored
}

type Bytes = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

interface BlobStore {
  readonly config: BlobConfig
  readonly database: Pick<Database, 'writePool'>
}

/**
 * Records bytes before they are written: the sweep leaves those alone that were recorded lately, and bytes that it is
 * deleting are found missing after it.
 */
async function recordBlob(database: BlobStore['database'], { hash, size }: StoredBlob): Promise<void> {
  await database.writePool.query(
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

/** Flushes the file before it gets its final name. */
async function moveDurably(from: string, to: string): Promise<void> {
  await makeDirectory(dirname(to))
  const file = await open(from, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(from, to)
  await flush(dirname(to))
}

/**
 * Writes to a temporary name, flushes and renames, so that a file under its final name is complete even after a crash
 * of the process or the machine.
 */
async function writeAtomically(path: string, bytes: Bytes): Promise<void> {
  await makeDirectory(dirname(path))
  const temporary = `${path}.${nanoid()}${unfinishedExtension}`
  try {
    await writeDurably(temporary, bytes)
    await rename(temporary, path)
    await flush(dirname(path))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function makeDirectory(path: string): Promise<void> {
  const created = await makePrivateFolder(path)
  if (created === undefined) return
  await flush(dirname(path))
  await flush(dirname(created))
}

async function writeDurably(path: string, bytes: Bytes): Promise<void> {
  const file = await openNewFile(path)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Flushes a directory, because a new entry may otherwise be lost when the machine crashes. */
async function flush(directory: string): Promise<void> {
  // Windows cannot open directories and makes entries durable without a flush.
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function sizeOnDisk(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size
  } catch {
    return undefined
  }
}

/** Returns the bytes, or those from `start` through `end`, as a stream; undefined if the file is missing or truncated. */
export async function readBlob(
  config: BlobConfig,
  blob: StoredBlob,
  range: { start?: number; end?: number } = {},
): Promise<Readable | undefined> {
  const path = blobPath(config, blob.hash)
  if ((await sizeOnDisk(path)) !== blob.size) return undefined
  return createReadStream(path, range)
}

/** Returns whether the bytes on disk match the hash. */
export async function verifyBlob(config: BlobConfig, blob: StoredBlob): Promise<boolean> {
  const stream = await readBlob(config, blob)
  if (!stream) return false
  const digest = createHash('sha256')
  for await (const chunk of stream) digest.update(chunk)
  return digest.digest('hex') === blob.hash
}
