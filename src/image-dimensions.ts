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
    const { width, height, orientation = 1 } = imageSize(bytes)
    const [across, down] = orientation >= firstSideways ? [height, width] : [width, height]
    const size = { width: Math.round(across), height: Math.round(down) }
    return size.width > 0 && size.height > 0 ? size : undefined
  } catch {
    return undefined
  }
}
