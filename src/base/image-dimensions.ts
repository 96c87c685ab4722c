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
