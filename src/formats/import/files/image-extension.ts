import { imageSize } from 'image-size'

/** The kinds of images that browsers display, which are also the extensions of their files. */
const displayed = new Set(['png', 'jpg', 'gif', 'webp', 'svg', 'bmp', 'avif', 'ico'])

/**
 * Returns the file extension for an image, based on its content. Returns undefined if browsers cannot display
 * it.
 */
export function imageExtension(bytes: Buffer): string | undefined {
  try {
    const { type = '' } = imageSize(bytes)
    return displayed.has(type) ? type : undefined
  } catch {
    return undefined
  }
}
