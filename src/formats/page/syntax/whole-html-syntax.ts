import type { Extension } from 'micromark-util-types'
import { getOrCreate } from '../../../base/get-or-create.ts'
import { blockElementNames, wholeElementNames } from '../html/html-names.ts'
import { type LineReader, lineConstruct, linesFromMarkdown, withoutMarkers } from './line-construct.ts'

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    wholeHtml: 'wholeHtml'
    wholeHtmlLine: 'wholeHtmlLine'
  }
}

const names = [...wholeElementNames].join('|')
const wholeTags = new RegExp(`<(/?)(${names})(?=[\\s/>]|$)`, 'gi')

/** Calls back for each tag of an element that is read as a whole, with 1 for the first and -1 for the last of one. */
function eachTag(line: string, count: (name: string, change: 1 | -1) => void): void {
  if (!line.includes('<')) return
  for (const [, slash, name = ''] of line.matchAll(wholeTags)) count(name.toLowerCase(), slash ? -1 : 1)
}

const firstTag = /^<\/?([a-z][a-z0-9-]*)(?=[\s/>]|$)/i

/**
 * Recognizes HTML with a blank line in an element that is read as a whole. Any other HTML is left to the syntax of
 * Markdown, which ends it at the blank line.
 */
class WholeHtmlReader implements LineReader {
  readonly #opened = new Map<string, number>()
  #hasBlank = false

  read(line: string): 'more' | 'end' | 'fault' {
    eachTag(line, (name, change) => {
      const opened = (this.#opened.get(name) ?? 0) + change
      if (opened > 0) this.#opened.set(name, opened)
      else this.#opened.delete(name)
    })
    if (this.#opened.size > 0) {
      this.#hasBlank ||= isBlank(line)
      return 'more'
    }
    if (this.#hasBlank) return 'end'
    return isBlank(line) ? 'fault' : 'more'
  }

  interrupts(line: string): boolean {
    return blockElementNames.has(firstName(line))
  }
}

const firstName = (line: string): string => firstTag.exec(line)?.[1]?.toLowerCase() ?? ''

const begins = (line: string): boolean =>
  blockElementNames.has(firstName(line)) || wholeElementNames.has(firstName(line))

const isBlank = (line: string): boolean => line.trim() === ''

/**
 * Returns where HTML begins that the reader takes up to an end. Each line is read once, however deep the elements nest:
 * a reader for each of them would read those within it again.
 */
function findClosed(lines: readonly string[]): number[] {
  const closing = closingLines(lines)
  let blanks = 0
  const blanksBefore = lines.map((line) => (isBlank(line) ? blanks++ : blanks))
  const hasEnd: boolean[] = []
  for (const [start, end] of [...closing.entries()].reverse()) {
    if (end === undefined) continue
    const hasBlank = (blanksBefore[end] as number) > (blanksBefore[start] as number)
    hasEnd[start] = hasBlank || (!isBlank(lines[end] as string) && hasEnd[end + 1] === true)
  }
  return [...lines.keys()].filter((index) => hasEnd[index] && begins(lines[index] as string))
}

/** Returns for each line the first one, from it on, at whose end all is closed that was opened since. */
function closingLines(lines: readonly string[]): (number | undefined)[] {
  const closing = new Array<number | undefined>(lines.length).fill(undefined)
  /** The lines in which elements were opened that are not closed yet, by their names. */
  const opened = new Map<string, number[]>()
  /** The lines since whose beginning something is open, or may be. */
  const waiting: number[] = []
  for (const [index, line] of lines.entries()) {
    waiting.push(index)
    eachTag(line, (name, change) => {
      const places = getOrCreate(opened, name, () => [])
      if (change === 1) places.push(index)
      else places.pop()
    })
    const innermost = Math.max(-1, ...[...opened.values()].map((places) => places.at(-1) ?? -1))
    while ((waiting.at(-1) ?? -1) > innermost) closing[waiting.pop() as number] = index
  }
  return closing
}

const tokens = { block: 'wholeHtml', line: 'wholeHtmlLine' } as const

export const wholeHtmlSyntax: Extension = {
  flow: { 60: lineConstruct('wholeHtml', tokens, () => new WholeHtmlReader(), findClosed) },
}

export const wholeHtmlFromMarkdown = linesFromMarkdown(tokens, 'html')

/** Estimates the steps of the parser for elements without an end, of which each is searched to the end of the text. */
export function unclosedElementSteps(lines: readonly string[]): number {
  /** The ends, by name, that no element above them in the text has taken. */
  const ends = new Map<string, number>()
  let length = 0
  let steps = 0
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index] as string
    length += line.length
    let isUnclosed = false
    const changes: [name: string, change: 1 | -1][] = []
    eachTag(line, (name, change) => changes.push([name, change]))
    for (const [name, change] of changes.reverse()) {
      const left = (ends.get(name) ?? 0) - change
      isUnclosed ||= left < 0
      ends.set(name, Math.max(left, 0))
    }
    if (isUnclosed && withoutMarkers(line).startsWith('<')) steps += length
  }
  return steps * 8
}
