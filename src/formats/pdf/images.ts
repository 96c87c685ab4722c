import { inflateSync } from 'node:zlib'
import { imageSize } from 'image-size'
import { imageTypeOf } from '../../base/image-dimensions.ts'
import { pdfLimits } from './limits.ts'

export interface RasterSize {
  /** Pixels, after applying the orientation. */
  readonly width: number
  readonly height: number
}

/**
 * Returns the size of a supported PNG or JPEG, based on its content. Returns undefined for any other file. The
 * PDF writer does not validate images and can hang on invalid ones, so they must be rejected here.
 */
export function rasterSize(bytes: Buffer): RasterSize | undefined {
  try {
    const type = imageTypeOf(bytes)
    if (type === 'image/png') return pngSize(bytes)
    return type === 'image/jpeg' ? jpegSize(bytes) : undefined
  } catch {
    return undefined
  }
}

interface PngHeader extends RasterSize {
  bits: number
  channels: number
  isInterlaced: boolean
  hasAlpha: boolean
}

function pngSize(bytes: Buffer): RasterSize | undefined {
  const chunks = pngChunks(bytes)
  const header = chunks && pngHeader(chunks)
  if (!chunks || !header) return undefined
  const isUnpacked = header.hasAlpha || header.isInterlaced || chunks.some(({ type }) => type === 'tRNS')
  if (isUnpacked && header.width * header.height > pdfLimits.unpackedPixels) return undefined
  if (isUnpacked && !canUnpack(chunks, header)) return undefined
  return { width: header.width, height: header.height }
}

interface PngChunk {
  type: string
  data: Buffer
}

/** Returns the chunks of a PNG up to the end, or undefined if one exceeds the file. */
function pngChunks(bytes: Buffer): PngChunk[] | undefined {
  const chunks: PngChunk[] = []
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (at + 12 + length > bytes.length) return undefined
    chunks.push({ type, data: bytes.subarray(at + 8, at + 8 + length) })
    if (type === 'IEND') return chunks
    at += 12 + length
  }
  return undefined
}

const channelsOfColorType = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
])

function pngHeader(chunks: readonly PngChunk[]): PngHeader | undefined {
  const header = chunks[0]
  if (header?.type !== 'IHDR' || header.data.length !== 13) return undefined
  if (chunks.filter(({ type }) => type === 'IHDR').length > 1) return undefined
  const [bits = 0, colorType = 0, , , interlace = 0] = header.data.subarray(8)
  const channels = channelsOfColorType.get(colorType)
  const size = { width: header.data.readUInt32BE(0), height: header.data.readUInt32BE(4) }
  const palette = chunks.find(({ type }) => type === 'PLTE')?.data.length ?? 0
  const hasColors = colorType !== 3 || (palette > 0 && palette <= 768 && palette % 3 === 0)
  if (channels === undefined || !hasColors || ![1, 2, 4, 8, 16].includes(bits) || interlace > 1)
    return undefined
  if (size.width < 1 || size.height < 1 || size.width > 0xffff || size.height > 0xffff) return undefined
  return {
    ...size,
    bits,
    channels,
    isInterlaced: interlace === 1,
    hasAlpha: colorType === 4 || colorType === 6,
  }
}

/**
 * Returns whether the pixels of a PNG can be unpacked. The PDF writer unpacks them asynchronously, where errors
 * cannot be caught.
 */
function canUnpack(
  chunks: readonly PngChunk[],
  { width, height, bits, channels, isInterlaced }: PngHeader,
): boolean {
  const rows = height * (Math.ceil((width * channels * bits) / 8) + 1)
  // An interlaced image has up to seven passes, each with filter bytes and padding bits.
  const longest = isInterlaced ? rows * 2 + 64 * (width + height) : rows
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  if (bits < 8 && isInterlaced) return false
  return inflateSync(packed, { maxOutputLength: longest }).length >= (isInterlaced ? 1 : rows)
}

/** Returns the size of a JPEG whose frame PDF viewers support. It is embedded without conversion. */
function jpegSize(bytes: Buffer): RasterSize | undefined {
  const channels = jpegChannels(bytes)
  const { width, height, orientation = 1 } = imageSize(bytes)
  if (![1, 3, 4].includes(channels) || width < 1 || height < 1) return undefined
  return orientation > 4 ? { width: height, height: width } : { width, height }
}

function jpegChannels(bytes: Buffer): number {
  for (let at = 2; at + 10 <= bytes.length; ) {
    const marker = bytes.readUInt16BE(at)
    if (marker < 0xff01) return 0
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
    if (isFrame) return bytes[at + 4] === 8 ? (bytes[at + 9] ?? 0) : 0
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return 0
}
