import createBidi, { type Bidi } from 'bidi-js'
import type { Inline, Line } from 'pdfmake/js/Renderer.js'
import type { Tag } from './tags.ts'

/** The types of the package are those of a module that exports the function as its default. */
const bidi = (createBidi as unknown as () => Bidi)()

/** A text that has letters of a script that is written from right to left. */
const rightToLeft = /[\p{sc=Arabic}\p{sc=Hebrew}]/u

export type Direction = 'ltr' | 'rtl'

interface Text {
  readonly text: string
  /** The number of directions that are nested at the text. Texts with odd numbers go from right to left. */
  readonly level?: number
}

type Node = Record<string, unknown>

/** Sets the directions of all texts in which some go from right to left. */
export function setDirections(content: unknown): void {
  if (Array.isArray(content)) {
    for (const child of content) setDirections(child)
    return
  }
  if (typeof content !== 'object' || content === null || ArrayBuffer.isView(content)) return
  const node = content as Node
  const runs = typeof node.text === 'string' ? [node.text] : node.text
  if (Array.isArray(runs)) setDirectionsOf(node, runs)
  for (const [name, child] of Object.entries(node)) {
    if (name !== 'text' && typeof child === 'object') setDirections(child)
  }
}

function setDirectionsOf(node: Node, texts: readonly (string | Text)[]): void {
  const runs = texts.map((run): Text => (typeof run === 'string' ? { text: run } : run))
  const whole = runs.map(({ text }) => text).join('')
  // A marker of a list has the direction of the list.
  if (!rightToLeft.test(whole) && node.direction !== 'rtl') return
  const isCode = (node.tag as Tag | undefined)?.type === 'Code'
  const direction = isCode ? 'ltr' : ((node.direction as Direction | undefined) ?? directionOf(whole))
  const { levels } = bidi.getEmbeddingLevels(whole, direction)
  node.direction = direction
  let start = 0
  node.text = runs.flatMap((run) => {
    const parts = partsOf(run, levels.subarray(start, start + run.text.length))
    start += run.text.length
    return parts
  })
}

/** Returns the direction of the first letter of a text, as browsers do for `dir="auto"`. */
export const directionOf = (text: string): Direction =>
  rightToLeft.test(/\p{L}/u.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr'

/** Splits a run into parts with one direction each. */
function partsOf(run: Text, levels: Uint8Array): Text[] {
  const parts: Text[] = []
  let start = 0
  for (let end = 1; end <= run.text.length; end++) {
    if (end < run.text.length && levels[end] === levels[start]) continue
    parts.push({ ...run, text: run.text.slice(start, end), level: levels[start] ?? 0 })
    start = end
  }
  return parts
}

/** Places the parts of a line in the order in which they are seen. They stay in the order in which they are read. */
export function orderLine(line: Line, direction: Direction): void {
  const { inlines } = line
  const [first] = inlines
  const level = direction === 'rtl' ? 1 : 0
  if (first && level === 1 && first.alignment === 'left') first.alignment = 'right'
  // One character for each part, because whitespace at the end of a line goes to its end.
  const shape = inlines.map(({ text }) => (text.trim() === '' ? ' ' : 'x')).join('')
  const levels = Uint8Array.from(inlines, (inline) => inline.level ?? level)
  const paragraphs = [{ start: 0, end: inlines.length - 1, level }]
  let x = -(direction === 'rtl' ? line.trailingCut : line.leadingCut)
  for (const index of bidi.getReorderedIndices(shape, { levels, paragraphs })) {
    const inline = inlines[index]
    if (!inline) continue
    inline.x = x
    x += inline.width
    inline.text = asDrawn(inline)
  }
  // A line through several parts begins at the first one.
  if (inlines.some(({ decoration }) => decoration)) line.inlines = [...inlines].sort((a, b) => a.x - b.x)
}

/** Returns a text in the order in which it is drawn. The font reverses texts that begin with a letter of its script. */
function asDrawn({ text, level = 0 }: Inline): string {
  const isRight = level % 2 === 1
  if (isRight === rightToLeft.test(text)) return text
  const characters = [...text].reverse()
  if (!isRight) return characters.join('')
  return characters.map((character) => bidi.getMirroredCharacter(character) ?? character).join('')
}
