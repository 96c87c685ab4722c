import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { nanoid } from 'nanoid'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/client.ts'

/** Bytes that are safely on disk. A file refers to them by their hash. */
export interface StoredBlob {
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly hash: string
  readonly size: number
}

type BlobPlace = Pick<Config, 'dataDir'>

const blobPath = ({ dataDir }: BlobPlace, hash: string) => join(dataDir, 'files', hash.slice(0, 2), hash)

/**
 * Puts bytes on disk under their hash and records them, so that files may refer to them. Done before the transaction
 * that adds the files: bytes that no file comes to refer to do no harm.
 */
export async function storeBlob(
  { config, database }: { config: BlobPlace; database: Pick<Database, 'pool'> },
  bytes: Uint8Array,
): Promise<StoredBlob> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  const stored = { hash, size: bytes.byteLength }
  if (!(await verifyBlob(config, stored))) await placeOnDisk(blobPath(config, hash), bytes)
  await database.pool.query('INSERT INTO "Blob" (hash, size) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING', [
    stored.hash,
    stored.size,
  ])
  return stored
}

/**
 * Written under a temporary name, flushed and renamed: a file with its final name is always whole, whenever the
 * process or the machine stops.
 */
async function placeOnDisk(path: string, bytes: Uint8Array): Promise<void> {
  await makeDirectory(dirname(path))
  const temporary = `${path}.${nanoid()}.part`
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
  const created = await mkdir(path, { recursive: true })
  if (created === undefined) return
  await flush(dirname(path))
  await flush(dirname(created))
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Without this a new name in a directory may be forgotten when the machine stops. */
async function flush(directory: string): Promise<void> {
  // Windows opens no directories, and keeps names by itself.
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

/** The bytes as a stream, the whole of them or from `start` up to and including `end`; undefined if they are gone. */
export async function readBlob(
  config: BlobPlace,
  blob: StoredBlob,
  range: { start?: number; end?: number } = {},
): Promise<Readable | undefined> {
  const path = blobPath(config, blob.hash)
  if ((await sizeOnDisk(path)) !== blob.size) return undefined
  return createReadStream(path, range)
}

/** Whether the bytes on disk are still the ones that were stored. */
export async function verifyBlob(config: BlobPlace, blob: StoredBlob): Promise<boolean> {
  const stream = await readBlob(config, blob)
  if (!stream) return false
  const digest = createHash('sha256')
  for await (const chunk of stream) digest.update(chunk)
  return digest.digest('hex') === blob.hash
}
