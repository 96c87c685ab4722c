import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { pipeline as connect, Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { damaged, readTar, type TarEntry, tarEnd, tarEntry } from './tar.ts'

/** The name of the last entry: the SHA-256 of the names, the sizes and the contents of all entries before it. */
const checksumName = 'checksum'

/**
 * Writes a compressed archive of the entries and their checksum. The file gets its name once it is complete and on the
 * disk.
 */
export async function writeArchive(file: string, entries: AsyncIterable<TarEntry>): Promise<void> {
  const unfinished = `${file}.part`
  try {
    await pipeline(
      Readable.from(bytesOf(entries), { objectMode: false }),
      createGzip(),
      createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }),
    )
    await flush(unfinished)
    await rename(unfinished, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(unfinished, { force: true })
    throw error
  }
}

async function* bytesOf(entries: AsyncIterable<TarEntry>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const entry of entries) yield* tarEntry(hashed(entry, hash))
  const checksum = Buffer.from(hash.digest('hex'))
  yield* tarEntry({ name: checksumName, size: checksum.length, content: [checksum] })
  yield tarEnd
}

/** Returns an entry that adds to the hash what is read of it. */
function hashed({ name, size, content }: TarEntry, hash: Hash): TarEntry {
  hash.update(`${name}\0${size}\0`)
  const hashing = async function* () {
    for await (const chunk of content) {
      hash.update(chunk)
      yield chunk
    }
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

/** Reads the entries of an archive. Throws a StartError at the end if the checksum does not match. */
export async function* readArchive(file: string): AsyncGenerator<TarEntry> {
  const hash = createHash('sha256')
  for await (const entry of readTar(unzipped(file))) {
    if (entry.name === checksumName) {
      if ((await textOf(entry)) !== hash.digest('hex')) throw damaged()
      return
    }
    yield hashed(entry, hash)
  }
  throw damaged()
}

async function* unzipped(file: string): AsyncGenerator<Buffer> {
  const bytes = createGunzip()
  // An error of the file is one of these bytes then.
  connect(createReadStream(file), bytes, () => {})
  try {
    yield* bytes as AsyncIterable<Buffer>
  } catch (error) {
    throw String((error as NodeJS.ErrnoException).code).startsWith('Z_') ? damaged() : error
  }
}

export async function textOf({ content }: TarEntry): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts).toString()
}

export function textEntry(name: string, text: string): TarEntry {
  const bytes = Buffer.from(text)
  return { name, size: bytes.length, content: [bytes] }
}
