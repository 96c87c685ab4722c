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

/** The extension for these bytes, by what they are; undefined if they are no picture that browsers show. */
export function imageExtension(bytes: Buffer): string | undefined {
  try {
    return extensions.get(imageSize(bytes).type ?? '')
  } catch {
    return undefined
  }
}
