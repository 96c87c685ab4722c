import { StartError } from '../../base/start-error.ts'

/** A file in an archive. */
export interface TarEntry {
  readonly name: string
  readonly size: number
  readonly content: AsyncIterable<Buffer> | Iterable<Buffer>
}

/** The positions and lengths of the fields of a header in the format ustar. */
const fields = {
  name: [0, 100],
  mode: [100, 8],
  user: [108, 8],
  group: [116, 8],
  size: [124, 12],
  time: [136, 12],
  checksum: [148, 8],
  type: [156, 1],
  magic: [257, 8],
} as const

const blockSize = 512
const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`
const paddingOf = (size: number) => (blockSize - (size % blockSize)) % blockSize

/** The bytes at the end of an archive. */
export const tarEnd: Buffer = Buffer.alloc(2 * blockSize)

/** Returns the bytes of an entry. Throws if its content has another size. */
export async function* tarEntry({ name, size, content }: TarEntry): AsyncGenerator<Buffer> {
  yield headerOf(name, size)
  let left = size
  for await (const chunk of content) {
    left -= chunk.length
    yield chunk
  }
  if (left !== 0) throw new Error(`${name} changed while it was read`)
  const padding = paddingOf(size)
  if (padding > 0) yield Buffer.alloc(padding)
}

function headerOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(blockSize)
  const write = (field: keyof typeof fields, text: string) =>
    header.write(text, fields[field][0], fields[field][1], 'latin1')
  write('name', name)
  write('mode', octal(0o600, 8))
  write('user', octal(0, 8))
  write('group', octal(0, 8))
  write('size', octal(size, 12))
  write('time', octal(Math.floor(Date.now() / 1000), 12))
  write('type', '0')
  write('magic', 'ustar\x0000')
  write('checksum', `${octal(checksumOf(header), 7)} `)
  return header
}

/** Returns the sum of the bytes of a header, with spaces in the place of the checksum. */
function checksumOf(header: Buffer): number {
  const [start, length] = fields.checksum
  return header.reduce((sum, byte, at) => sum + (at >= start && at < start + length ? 0x20 : byte), 0)
}

/** Reads the entries of an archive. The content of each must be read to its end before the next is asked for. */
export async function* readTar(bytes: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const reader = new ByteReader(bytes)
  for (;;) {
    const header = await reader.read(blockSize)
    if (header.every((byte) => byte === 0)) return
    const text = (field: keyof typeof fields) => {
      const [start, length] = fields[field]
      return header.toString('latin1', start, start + length).replace(/[\0 ].*$/s, '')
    }
    const size = Number.parseInt(text('size'), 8)
    if (Number.parseInt(text('checksum'), 8) !== checksumOf(header) || !(size >= 0)) throw damaged()
    yield { name: text('name'), size, content: reader.stream(size) }
    await reader.read(paddingOf(size))
  }
}

export const damaged = () => new StartError('The file is no backup, or is damaged.')

/** Reads a stream by numbers of bytes. Throws where it ends before. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(bytes: AsyncIterable<Buffer>) {
    this.#chunks = bytes[Symbol.asyncIterator]()
  }

  async read(size: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for await (const part of this.stream(size)) parts.push(part)
    return Buffer.concat(parts)
  }

  async *stream(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      if (this.#rest.length === 0) await this.#fill()
      const part = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(part.length)
      left -= part.length
      yield part
    }
  }

  async #fill(): Promise<void> {
    const { value, done } = await this.#chunks.next()
    if (done) throw damaged()
    this.#rest = value
  }
}
