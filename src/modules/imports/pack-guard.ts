import { inflateSync } from 'node:zlib'
import { invalidSource } from '../../formats/source-problems.ts'

const megabyte = 1024 * 1024

/** Limits of the objects of a repository. A small pack can hold immense ones, which git unpacks into memory. */
const packLimits = { objectBytes: 50 * megabyte, totalBytes: 300 * megabyte } as const

const referenceDelta = 7
const offsetDelta = 6

/** Throws an input error if a response of a git server has a pack with objects that are too large to be unpacked. */
export function assertPackSize(
  response: Buffer,
  limits: Readonly<Record<keyof typeof packLimits, number>> = packLimits,
): void {
  const pack = packIn(response)
  if (pack.subarray(0, 4).toString('latin1') !== 'PACK') return
  const objects = pack.readUInt32BE(8)
  let offset = 12
  let total = 0
  for (let index = 0; index < objects; index++) {
    const object = readObject(pack, offset, limits)
    total += object.size
    if (total > limits.totalBytes)
      throw refused(
        'SOURCE_TOO_LARGE',
        `is larger than ${limits.totalBytes / megabyte} MB when it is unpacked`,
      )
    offset = object.end
  }
}

const refused = (name: 'SOURCE_TOO_LARGE' | 'SOURCE_REPOSITORY_BROKEN', problem: string) =>
  invalidSource(name, `The repository ${problem}.`)

/** Returns the pack in the lines of a response, each of which begins with its length and the number of its channel. */
function packIn(response: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at + 4 <= response.length; ) {
    const length = Number.parseInt(response.toString('latin1', at, at + 4), 16)
    if (Number.isNaN(length)) break
    if (length > 4 && response[at + 4] === 1) parts.push(response.subarray(at + 5, at + length))
    at += Math.max(4, length)
  }
  return Buffer.concat(parts)
}

interface PackObject {
  /** The bytes of the object when it is unpacked. */
  readonly size: number
  readonly end: number
}

/** Reads the size of an object, and inflates it to find its end. What is larger than it declares is not inflated. */
function readObject(
  pack: Buffer,
  start: number,
  limits: Readonly<Record<keyof typeof packLimits, number>>,
): PackObject {
  const header = readHeader(pack, start)
  assertObjectSize(header.size, limits)
  let at = header.end
  if (header.type === referenceDelta) at += 20
  if (header.type === offsetDelta) {
    while (byteAt(pack, at) & 0x80) at++
    at++
  }
  const { buffer, engine } = inflate(pack.subarray(at), header.size)
  const end = at + engine.bytesWritten
  if (header.type !== referenceDelta && header.type !== offsetDelta) return { size: header.size, end }
  const source = readVariable(buffer, 0)
  const { value: size } = readVariable(buffer, source.end)
  assertObjectSize(size, limits)
  return { size, end }
}

function assertObjectSize(size: number, { objectBytes }: { readonly objectBytes: number }): void {
  if (size > objectBytes)
    throw refused('SOURCE_TOO_LARGE', `contains a file of more than ${objectBytes / megabyte} MB`)
}

function inflate(bytes: Buffer, size: number): { buffer: Buffer; engine: { bytesWritten: number } } {
  try {
    const options = { info: true, maxOutputLength: Math.max(size, 1) }
    return inflateSync(bytes, options) as unknown as { buffer: Buffer; engine: { bytesWritten: number } }
  } catch (error) {
    throw refused('SOURCE_REPOSITORY_BROKEN', `cannot be unpacked: ${(error as Error).message}`)
  }
}

/** Reads the type and the size of an object: 4 bits of the size in the first byte, and 7 in each that follows. */
function readHeader(pack: Buffer, start: number): { type: number; size: number; end: number } {
  const first = byteAt(pack, start)
  const type = (first >> 4) & 7
  if (!(first & 0x80)) return { type, size: first & 15, end: start + 1 }
  const rest = readVariable(pack, start + 1)
  return { type, size: (first & 15) + rest.value * 16, end: rest.end }
}

/** Reads a number of 7 bits in each byte, the lowest first. */
function readVariable(bytes: Buffer, start: number): { value: number; end: number } {
  let value = 0
  let factor = 1
  let at = start
  for (;;) {
    const byte = byteAt(bytes, at++)
    value += (byte & 0x7f) * factor
    factor *= 128
    if (!(byte & 0x80)) return { value, end: at }
  }
}

function byteAt(bytes: Buffer, at: number): number {
  const byte = bytes[at]
  if (byte === undefined)
    throw refused('SOURCE_REPOSITORY_BROKEN', 'cannot be unpacked: its pack is incomplete')
  return byte
}
