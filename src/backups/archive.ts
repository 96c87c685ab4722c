import { createHash, type Hash } from 'node:crypto'
import { open as openFile, rename, rm } from 'node:fs/promises'
import { pipeline as connect, Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, type Pack, pack } from 'tar-stream'
import { writeNewFile } from '../base/private-files.ts'
import { StartError } from '../base/start-error.ts'

export interface ArchiveEntry {
  readonly name: string
  readonly size: number
  readonly content: AsyncIterable<Buffer> | Iterable<Buffer>
}

/** The name of the last entry: the SHA-256 of the names, the sizes and the contents of all entries before it. */
const checksumName = 'checksum'

export const damaged = () => new StartError('The file is no backup, or is damaged.')

/** Returns the bytes of a compressed archive of the entries and their checksum. */
export function archiveOf(entries: AsyncIterable<ArchiveEntry>): Readable {
  const archive = pack()
  const compressed = createGzip()
  // An error of an entry is one of the compressed bytes then.
  connect(archive, compressed, () => {})
  fill(archive, entries).catch((error) => archive.destroy(error))
  return compressed
}

/** Writes bytes to a file, which gets its name once it is complete and on the disk. */
export async function writeWholeFile(file: string, bytes: Readable): Promise<void> {
  const unfinished = `${file}.part`
  try {
    await pipeline(bytes, writeNewFile(unfinished))
    await flush(unfinished)
    await rename(unfinished, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(unfinished, { force: true })
    throw error
  }
}

async function fill(archive: Pack, entries: AsyncIterable<ArchiveEntry>): Promise<void> {
  const hash = createHash('sha256')
  const add = ({ name, size, content }: ArchiveEntry) =>
    pipeline(content, archive.entry({ name, size, mode: 0o600 }))
  for await (const entry of entries) await add(hashed(entry, hash))
  await add(textEntry(checksumName, hash.digest('hex')))
  archive.finalize()
}

/** Returns an entry that adds to the hash what is read of it. Throws if its content has another size. */
function hashed({ name, size, content }: ArchiveEntry, hash: Hash): ArchiveEntry {
  hash.update(`${name}\0${size}\0`)
  const hashing = async function* () {
    let left = size
    for await (const chunk of content) {
      hash.update(chunk)
      left -= chunk.length
      yield chunk
    }
    if (left !== 0) throw new Error(`${name} changed while it was read`)
  }
  return { name, size, content: hashing() }
}

async function flush(path: string): Promise<void> {
  const file = await openFile(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Opens the bytes of an archive, which is read twice: it is verified first. */
export type OpenArchive = () => Promise<Readable>

/** Reads an archive to its end, and returns the number of its entries. Throws a StartError if it is damaged. */
export async function verifyArchive(open: OpenArchive): Promise<number> {
  let entries = 0
  for await (const { content } of readArchive(open)) {
    await finished(Readable.from(content).resume())
    entries += 1
  }
  return entries
}

/**
 * Reads the entries of an archive. The content of each must be read to its end before the next is asked for. Throws a
 * StartError at the end if the checksum does not match.
 */
export async function* readArchive(open: OpenArchive): AsyncGenerator<ArchiveEntry> {
  const hash = createHash('sha256')
  const archive = extract()
  // An error of the file or of its compression is one of the archive then.
  connect(await open(), createGunzip(), archive, () => {})
  for await (const part of toldOfDamage(archive)) {
    const { name, size = 0 } = part.header
    const entry = { name, size, content: toldOfDamage(part as AsyncIterable<Buffer>) }
    if (name === checksumName) {
      if ((await textOf(entry)) !== hash.digest('hex')) throw damaged()
      return
    }
    yield hashed(entry, hash)
  }
  throw damaged()
}

/** Yields what is read of a file. Throws a StartError if it is no archive, and the error of the system if it cannot be read. */
async function* toldOfDamage<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  try {
    yield* parts
  } catch (error) {
    const { syscall, code } = error as NodeJS.ErrnoException
    const isOfPlace = syscall !== undefined || code === 'FILES_UNREACHABLE' || error instanceof StartError
    throw isOfPlace ? error : damaged()
  }
}

export async function textOf({ content }: ArchiveEntry): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts).toString()
}

export function textEntry(name: string, text: string): ArchiveEntry {
  const bytes = Buffer.from(text)
  return { name, size: bytes.length, content: [bytes] }
}
