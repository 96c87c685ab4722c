import { requirePackage } from './require-package.ts'

/** The size of an image as it is shown, in pixels. */
export interface ImageDimensions {
  readonly width: number
  readonly height: number
}

/** The values of the EXIF orientation with which an image is shown lying on its side. */
const firstSideways = 5

/**
 * Reads the size of an image from its header: that of a PNG, JPEG, GIF, WebP, AVIF or SVG among others. Returns undefined for
 * other files, and for images that cannot be read.
 */
export function imageDimensions(bytes: Uint8Array, contentType: string): ImageDimensions | undefined {
  if (!contentType.startsWith('image/')) return undefined
  try {
    const { imageSize } = requirePackage('image-size') as typeof import('image-size')
    const { width, height, orientation = 1 } = imageSize(isSvg(contentType) ? fromRoot(bytes) : bytes)
    const [across, down] = orientation >= firstSideways ? [height, width] : [width, height]
    const size = { width: Math.round(across), height: Math.round(down) }
    return size.width > 0 && size.height > 0 ? size : undefined
  } catch {
    return undefined
  }
}

const isSvg = (contentType: string): boolean => /^image\/svg\+xml\b/i.test(contentType)

/** Returns an SVG without what stands before its root, such as comments, of which there may be many. */
function fromRoot(bytes: Uint8Array): Uint8Array {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf('<svg')
  return start > 0 ? bytes.subarray(start) : bytes
}

/** The bytes at the beginning of the files of pictures that browsers show, from an offset, in hexadecimal. */
const signatures: readonly (readonly [type: string, offset: number, bytes: string])[] = [
  ['image/png', 0, '89504e470d0a1a0a'],
  ['image/jpeg', 0, 'ffd8ff'],
  ['image/gif', 0, '47494638'],
  ['image/webp', 8, '57454250'],
  ['image/avif', 4, '66747970617669'],
  ['image/x-icon', 0, '00000100'],
]

/** The root of an SVG, after what may stand before it. */
const svgBeginning =
  /^\uFEFF?(?:\s|<\?(?:(?!\?>)[\s\S])*\?>|<!--(?:(?!-->)[\s\S])*-->|<!DOCTYPE[^>]*>)*<svg[\s/>]/i

/** As much of a file as has the root of an SVG. */
const beginningBytes = 64 * 1024

/** Returns the media type of a picture by how its file begins; undefined for other files. */
export function imageTypeOf(bytes: Uint8Array): string | undefined {
  const beginning = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, beginningBytes))
  const found = signatures.find(([, offset, signature]) => {
    const expected = Buffer.from(signature, 'hex')
    return beginning.subarray(offset, offset + expected.length).equals(expected)
  })
  return found?.[0] ?? (svgBeginning.test(beginning.toString('utf8')) ? 'image/svg+xml' : undefined)
}
