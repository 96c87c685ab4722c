import { imageSize } from 'image-size'

const extensions = new Map(
  Object.entries({
    png: 'png',
    jpg: 'jpg',
    gif: 'gif',
    webp: 'webp',
    svg: 'svg',
    bmp: 'bmp',
    avif: 'avif',
    ico: 'ico',
  }),
)

/**
 * Returns the file extension for an image, based on its content. Returns undefined if browsers cannot display
 * it.
 */
export function imageExtension(bytes: Buffer): string | undefined {
  try {
    return extensions.get(imageSize(bytes).type ?? '')
  } catch {
    return undefined
  }
}
