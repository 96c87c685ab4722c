import { beginsAtRight, type DrawnLine, drawLine, type TextStyle } from './drawn-text.ts'

/** The room for a text, in pixels and lines. */
export interface TextRoom {
  readonly width: number
  readonly lines: number
}

export interface WrappedText {
  readonly lines: readonly DrawnLine[]
  readonly beginsAtRight: boolean
  /** Whether the end of the text is missing, in whose place there is an ellipsis. */
  readonly isCut: boolean
}

const segmenters = {
  word: new Intl.Segmenter('und', { granularity: 'word' }),
  grapheme: new Intl.Segmenter('und', { granularity: 'grapheme' }),
} as const

const segmentsOf = (text: string, by: keyof typeof segmenters): string[] =>
  [...segmenters[by].segment(text)].map(({ segment }) => segment)

/** Wraps a text between words, and a word that is wider than the room within it. */
export async function wrapText(text: string, style: TextStyle, room: TextRoom): Promise<WrappedText> {
  const fits = async (line: string) => (await drawLine(line.trimEnd(), style)).width <= room.width
  const lines: string[] = []
  let line = ''
  const pieces = segmentsOf(text.replace(/\s+/g, ' ').trim(), 'word')
  let isCut = false
  while (pieces.length > 0) {
    const piece = pieces.shift() as string
    if (await fits(line + piece)) line += piece
    else if (line.trim() === '' && segmentsOf(piece, 'grapheme').length > 1)
      pieces.unshift(...segmentsOf(piece, 'grapheme'))
    else if (lines.length + 1 === room.lines) {
      isCut = true
      break
    } else {
      lines.push(line)
      line = ''
      pieces.unshift(piece.trimStart())
    }
  }
  lines.push(isCut ? await withEllipsis(line, fits) : line)
  const drawn: DrawnLine[] = []
  for (const one of lines.filter((each) => each.trim() !== '')) drawn.push(await drawLine(one.trim(), style))
  return { lines: drawn, beginsAtRight: beginsAtRight(text), isCut }
}

async function withEllipsis(line: string, fits: (line: string) => Promise<boolean>): Promise<string> {
  const letters = segmentsOf(line.trimEnd(), 'grapheme')
  while (letters.length > 0 && !(await fits(`${letters.join('').trimEnd()}…`))) letters.pop()
  return `${letters.join('').trimEnd()}…`
}
