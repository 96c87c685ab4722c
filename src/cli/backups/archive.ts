import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { pipeline as connect, Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, type Pack, pack } from 'tar-stream'
import { StartError } from '../../base/start-error.ts'

/** A file in an archive. */
export interface ArchiveEntry {
  readonly name: string
  readonly size: number
  readonly content: AsyncIterable<Buffer> | Iterable<Buffer>
}

/** The name of the last entry: the SHA-256 of the names, the sizes and the contents of all entries before it. */
const checksumName = 'checksum'

export const damaged = () => new StartError('The file is no backup, or is damaged.')

/**
 * Writes a compressed archive of the entries and their checksum. The file gets its name once it is complete and on the
 * disk.
 */
export async function writeArchive(file: string, entries: AsyncIterable<ArchiveEntry>): Promise<void> {
  const unfinished = `${file}.part`
  const archive = pack()
  try {
    await Promise.all([
      pipeline(archive, createGzip(), createWriteStream(unfinished, { flags: 'wx', mode: 0o600 })),
      fill(archive, entries).catch((error) => archive.destroy(error)),
    ])
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
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Reads an archive to its end, and returns the number of its entries. Throws a StartError if it is damaged. */
export async function verifyArchive(file: string): Promise<number> {
  let entries = 0
  for await (const { content } of readArchive(file)) {
    await finished(Readable.from(content).resume())
    entries += 1
  }
  return entries
}

/**
 * Reads the entries of an archive. The content of each must be read to its end before the next is asked for. Throws a
 * StartError at the end if the checksum does not match.
 */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const hash = createHash('sha256')
  const archive = extract()
  // An error of the file or of its compression is one of the archive then.
  connect(createReadStream(file), createGunzip(), archive, () => {})
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
    throw (error as NodeJS.ErrnoException).syscall ? error : damaged()
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
