import type { Content, ContentText, Style } from 'pdfmake/interfaces.js'
import { codeParts } from './characters.ts'
import { pdfLimits } from './limits.ts'
import type { LinkTarget } from './render-context.ts'
import { colors } from './styles.ts'

/** A text with one style. */
export interface Run extends Style, LinkTarget {
  text: string
  isCode?: boolean
}

export interface LeafStyle extends Style {
  /** The destination name of the first line. */
  id?: string
}

const longWord = new RegExp(`(\\S{${pdfLimits.wordCharacters}})`)

/** Splits words that are longer than any line, because the layout takes very long to do so. */
function splitLongWords(run: Run): Run[] {
  if (run.text.length <= pdfLimits.wordCharacters || !longWord.test(run.text)) return [run]
  return run.text
    .split(longWord)
    .filter((text) => text !== '')
    .map((text) => ({ ...run, text }))
}

/** Renders text in the code font. Characters that it lacks are rendered in the default font. */
export const codeRuns = (text: string, style: Omit<Run, 'text'> = {}): Run[] =>
  codeParts(text).map((part) => ({
    ...style,
    text: part.text,
    isCode: true,
    ...(part.isCourier && { font: 'Courier' }),
  }))

/** Combines runs to one text, or to several if it would take too long to lay it out as one. */
export function leaves(runs: readonly Run[], style: LeafStyle = {}): Content[] {
  const parts = groupRuns(runs.flatMap(splitLongRun).flatMap(splitLongWords))
  const { id, tag = { type: 'P' }, ...textStyle } = style
  return parts.map((text, index) => {
    const isFirst = index === 0
    const leaf: ContentText & { id?: string } = { ...textStyle, tag, text }
    if (isFirst && id !== undefined) leaf.id = id
    if (!isFirst) leaf.marginTop = 0
    if (index < parts.length - 1) leaf.marginBottom = 0
    return leaf
  })
}

function groupRuns(runs: readonly Run[]): Run[][] {
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

/** Splits a run to the maximum length of a leaf, at a sentence or a space if possible. */
function splitLongRun(run: Run): Run[] {
  const pieces: Run[] = []
  let rest = run.text
  while (rest.length > pdfLimits.leafCharacters) {
    const cut = findCut(rest.slice(0, pdfLimits.leafCharacters))
    pieces.push({ ...run, text: rest.slice(0, cut) })
    rest = rest.slice(cut)
  }
  return [...pieces, { ...run, text: rest }]
}

function findCut(text: string): number {
  const half = text.length / 2
  const sentence = text.search(/[.!?:\n]\s(?!.*[.!?:\n]\s)/s) + 2
  if (sentence > half) return sentence
  const space = text.lastIndexOf(' ') + 1
  return space > half ? space : text.length
}

/** Creates a run for a placeholder or a bare link. */
export const standaloneRun = (text: string, target: LinkTarget = {}): Run => ({
  text,
  ...target,
  color: target.link === undefined && target.linkToDestination === undefined ? colors.faint : colors.link,
})
