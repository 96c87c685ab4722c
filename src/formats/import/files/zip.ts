import { readFile, stat } from 'node:fs/promises'
import { posix } from 'node:path'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { AppError } from '../../../base/errors.ts'
import { invalidSource } from '../../source-problems.ts'
import { isInToolFolder, type SourceEntry } from './entries.ts'

const megabyte = 1024 * 1024
const limits = {
  archiveBytes: 500 * megabyte,
  entries: 20_000,
  inflatedBytes: 500 * megabyte,
  entryBytes: 50 * megabyte,
  /**
   * Maximum ratio of uncompressed to compressed size, for entries of more than one megabyte. Text stays far
   * below, zip bombs reach 1000.
   */
  compression: 300,
}

/**
 * Reads the files of a zip archive. All names and sizes are validated before anything is inflated. Inflating
 * stops if an entry is larger than declared.
 */
export async function readZip(archive: string | Buffer): Promise<SourceEntry[]> {
  const bytes = typeof archive === 'string' ? await readArchive(archive) : archive
  const zip = await openZip(bytes)
  if (zip.entryCount > limits.entries)
    throw invalidSource(
      'SOURCE_TOO_LARGE',
      `The archive contains ${zip.entryCount} entries, more than ${limits.entries}.`,
    )
  const files = (await listFiles(zip)).map((entry) => sourceEntry(zip, entry))
  // If a name occurs twice, the last entry is used, as unzip tools do.
  return withoutTopFolder([...new Map(files.map((file) => [file.path, file])).values()])
}

const unreadable = (name: string, error: unknown) =>
  invalidSource(
    'SOURCE_ARCHIVE_BROKEN',
    `The archive entry ${JSON.stringify(name)} cannot be read: ${(error as Error).message}`,
  )

async function readArchive(path: string): Promise<Buffer> {
  if ((await stat(path)).size > limits.archiveBytes)
    throw invalidSource(
      'SOURCE_TOO_LARGE',
      `The archive is larger than ${limits.archiveBytes / megabyte} MB.`,
    )
  return readFile(path)
}

async function openZip(bytes: Buffer): Promise<ZipFile> {
  try {
    // In strict mode, yauzl rejects absolute paths, paths with `..` and backslashes.
    return await fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: true, strictFileNames: true })
  } catch (error) {
    throw invalidSource(
      'SOURCE_NOT_ARCHIVE',
      `The file is not a readable zip archive: ${(error as Error).message}`,
    )
  }
}

async function listFiles(zip: ZipFile): Promise<Entry[]> {
  const files: Entry[] = []
  let declaredBytes = 0
  try {
    for await (const entry of zip.eachEntry()) {
      assertEntry(entry)
      declaredBytes += entry.uncompressedSize
      if (declaredBytes > limits.inflatedBytes)
        throw invalidSource(
          'SOURCE_TOO_LARGE',
          `The archive inflates to more than ${limits.inflatedBytes / megabyte} MB, at ${JSON.stringify(entry.fileName)}.`,
        )
      if (!entry.fileName.endsWith('/') && !isInToolFolder(posix.normalize(entry.fileName))) files.push(entry)
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw invalidSource('SOURCE_ARCHIVE_BROKEN', `The archive cannot be read: ${(error as Error).message}`)
  }
  return files
}

const unixFileType = 0o170000
const unixSymbolicLink = 0o120000

function assertEntry(entry: Entry): void {
  const name = JSON.stringify(entry.fileName)
  if (entry.fileName.includes('\0'))
    throw invalidSource('SOURCE_PATH_REFUSED', `The archive entry ${name} has a NUL character in its name.`, {
      path: name,
    })
  if (entry.isEncrypted())
    throw invalidSource('SOURCE_ARCHIVE_ENCRYPTED', `The archive entry ${name} is encrypted.`, { path: name })
  if (((entry.externalFileAttributes >>> 16) & unixFileType) === unixSymbolicLink)
    throw invalidSource('SOURCE_PATH_REFUSED', `The archive entry ${name} is a symbolic link.`, {
      path: name,
    })
  const compression = entry.uncompressedSize / Math.max(1, entry.compressedSize)
  if (entry.uncompressedSize > megabyte && compression > limits.compression)
    throw invalidSource(
      'SOURCE_FILE_TOO_LARGE',
      `The archive entry ${name} is compressed more than ${limits.compression} times.`,
      { path: name },
    )
  if (entry.uncompressedSize > limits.entryBytes)
    throw invalidSource(
      'SOURCE_FILE_TOO_LARGE',
      `The archive entry ${name} is larger than ${limits.entryBytes / megabyte} MB.`,
      { path: name },
    )
}

function sourceEntry(zip: ZipFile, entry: Entry): SourceEntry {
  return {
    path: posix.normalize(entry.fileName),
    size: entry.uncompressedSize,
    read: () => inflate(zip, entry),
  }
}

async function inflate(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      size += (chunk as Buffer).length
      if (size > Math.min(entry.uncompressedSize, limits.entryBytes))
        throw new Error('it is larger than declared')
      chunks.push(chunk as Buffer)
    }
  } catch (error) {
    throw unreadable(entry.fileName, error)
  }
  return Buffer.concat(chunks)
}

/** Removes the top-level folder that code hosts add to archives, named after the repository and its version. */
function withoutTopFolder(entries: readonly SourceEntry[]): SourceEntry[] {
  const [top] = entries[0]?.path.split('/') ?? []
  const prefix = `${top}/`
  if (top === '.gitbook' || !entries.every(({ path }) => path.startsWith(prefix))) return [...entries]
  return entries.map((entry) => ({ ...entry, path: entry.path.slice(prefix.length) }))
}
