import type { Content, ContentText, Style } from 'pdfmake/interfaces.js'
import { codeParts } from './characters.ts'
import { pdfLimits } from './limits.ts'
import type { LinkTarget } from './render-context.ts'
import { colors } from './styles.ts'

/** A piece of text of one form. */
export interface Run extends Style, LinkTarget {
  text: string
}

export interface LeafStyle extends Style {
  /** The name of the destination that the first line is. */
  id?: string
}

const longWord = new RegExp(`(\\S{${pdfLimits.wordCharacters}})`)

/** A word that no line can hold goes to the layout in parts: finding out where to cut it takes less time then. */
function breakable(run: Run): Run[] {
  if (run.text.length <= pdfLimits.wordCharacters || !longWord.test(run.text)) return [run]
  return run.text
    .split(longWord)
    .filter((text) => text !== '')
    .map((text) => ({ ...run, text }))
}

/** Text in the font for code, or in the other where that one lacks the characters. */
export const codeRuns = (text: string, form: Omit<Run, 'text'> = {}): Run[] =>
  codeParts(text).map((part) =>
    part.isCourier ? { ...form, text: part.text, font: 'Courier' } : { ...form, text: part.text },
  )

/** Lays runs out as a text; as several where it is so long that laying it out as one would take too long. */
export function leaves(runs: readonly Run[], style: LeafStyle = {}): Content[] {
  const parts = inParts(runs.flatMap(inPieces).flatMap(breakable))
  const { id, ...form } = style
  return parts.map((text, index) => {
    const isFirst = index === 0
    const leaf: ContentText & { id?: string } = { ...form, text }
    if (isFirst && id !== undefined) leaf.id = id
    if (!isFirst) leaf.marginTop = 0
    if (index < parts.length - 1) leaf.marginBottom = 0
    return leaf
  })
}

function inParts(runs: readonly Run[]): Run[][] {
  const parts: Run[][] = [[]]
  let length = 0
  for (const run of runs) {
    const part = parts.at(-1) ?? []
    const isFull = length + run.text.length > pdfLimits.leafCharacters || part.length >= pdfLimits.leafRuns
    if (isFull && part.length > 0) {
      parts.push([run])
      length = run.text.length
    } else {
      part.push(run)
      length += run.text.length
    }
  }
  return parts
}

/** Pieces of at most the length of a leaf, cut at a gap if there is one. */
function inPieces(run: Run): Run[] {
  const pieces: Run[] = []
  let rest = run.text
  while (rest.length > pdfLimits.leafCharacters) {
    const cut = cutOf(rest.slice(0, pdfLimits.leafCharacters))
    pieces.push({ ...run, text: rest.slice(0, cut) })
    rest = rest.slice(cut)
  }
  return [...pieces, { ...run, text: rest }]
}

function cutOf(text: string): number {
  const half = text.length / 2
  const sentence = text.search(/[.!?:\n]\s(?!.*[.!?:\n]\s)/s) + 2
  if (sentence > half) return sentence
  const space = text.lastIndexOf(' ') + 1
  return space > half ? space : text.length
}

/** A line for what has no text of its own. */
export const recordLine = (text: string, target: LinkTarget = {}): Run => ({
  text,
  ...target,
  color: target.link === undefined && target.linkToDestination === undefined ? colors.faint : colors.link,
})
