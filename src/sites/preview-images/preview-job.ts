import { type WrappedText, wrapText } from '../../letters/wrapped-text.ts'
import { openSharp } from '../../pictures/open-sharp.ts'
import type { Served } from '../../workers/serve-jobs.ts'

/** The texts and colors of a preview image. */
export interface PreviewRequest {
  readonly title: string
  readonly site: string
  readonly description: string
  readonly background: string
  readonly foreground: string
}

/** The size that applications ask for, in pixels. */
export const previewSize = { width: 1200, height: 630 } as const

const margin = 80
const room = previewSize.width - 2 * margin

/** The sizes of titles, of which the largest is taken with which the title is there as a whole. */
const titleSizes = [
  { size: 84, lines: 2 },
  { size: 68, lines: 3 },
  { size: 54, lines: 4 },
] as const

/** Draws a preview image as PNG. */
export async function run(request: PreviewRequest): Promise<Served<Uint8Array>> {
  const sharp = await openSharp()
  // Only paths are drawn, so that no font of the machine is needed.
  const png = await sharp(Buffer.from(await draw(request)))
    .png({ palette: true, quality: 90 })
    .toBuffer()
  const bytes = new Uint8Array(png)
  return { result: bytes, transfer: [bytes.buffer] }
}

async function draw({ title, site, description, background, foreground }: PreviewRequest): Promise<string> {
  const name = await wrapText(site, { size: 36, weight: 'normal' }, { width: room, lines: 1 })
  const { text: heading, size } = await titleText(title)
  const about = await wrapText(description, { size: 32, weight: 'normal' }, { width: room, lines: 2 })
  const height = heading.lines.length * size * 1.2
  const middle = (previewSize.height - height) / 2 + size * 0.9
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${previewSize.width}" height="${previewSize.height}">`,
    `<rect width="100%" height="100%" fill="${background}"/><g fill="${foreground}">`,
    `<g opacity="0.85">${placed(name, margin + 36, 36)}</g>`,
    placed(heading, middle, size * 1.2),
    `<g opacity="0.8">${placed(about, previewSize.height - margin - (about.lines.length - 1) * 42, 42)}</g>`,
    '</g></svg>',
  ].join('')
}

async function titleText(title: string): Promise<{ readonly text: WrappedText; readonly size: number }> {
  for (const [index, { size, lines }] of titleSizes.entries()) {
    const text = await wrapText(title, { size, weight: 'bold' }, { width: room, lines })
    if (!text.isCut || index === titleSizes.length - 1) return { text, size }
  }
  throw new Error('there is no size for titles')
}

/** Places lines below each other, at the side where the text begins. */
const placed = ({ lines, beginsAtRight }: WrappedText, top: number, lineHeight: number): string =>
  lines
    .map(({ paths, width }, index) => {
      const x = beginsAtRight ? previewSize.width - margin - width : margin
      return `<g transform="translate(${x} ${top + index * lineHeight})">${paths}</g>`
    })
    .join('')
