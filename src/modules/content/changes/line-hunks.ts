import {
  compareLines,
  type LineDifference,
  LineNumbers,
  type LineSpan,
} from '../../../formats/merge/lines/compare-lines.ts'
import { withLineFeeds } from '../../../formats/page/model/normalize-text.ts'

/** Lines that differ between two texts, with unchanged lines around them. */
export interface LineHunk {
  readonly before: LineRange
  readonly after: LineRange
  readonly lines: readonly HunkLine[]
}

/** The number of the first line, starting at 1, and the number of lines. */
export interface LineRange {
  readonly start: number
  readonly count: number
}

export interface HunkLine {
  readonly kind: 'UNCHANGED' | 'REMOVED' | 'ADDED'
  readonly text: string
}

/** Two texts as lines, with what differs, in order. Positions start at 0. */
export interface LineDifferences {
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly differences: readonly LineDifference[]
}

/** Limits the size of an answer. The comparison of longer texts is bounded as well. */
export const maximumComparedLines = 5_000

/** The lines and the characters of a text that is compared with another one faster than other work would have its turn. */
const shortText = { lines: 100, characters: 20_000 } as const

/** Returns whether a text is compared with another such text in a fraction of a millisecond. */
export function isShortText(text: string): boolean {
  if (text.length > shortText.characters) return false
  let lines = 1
  for (let end = text.indexOf('\n'); end >= 0 && lines <= shortText.lines; end = text.indexOf('\n', end + 1))
    lines++
  return lines <= shortText.lines
}

/** Compares two texts line by line. Returns undefined for texts that differ in too many lines. */
export function differencesOf(before: string, after: string): LineDifferences | undefined {
  const texts = { before: linesOf(before), after: linesOf(after) }
  if (changedLines(texts.before, texts.after) > maximumComparedLines) return undefined
  const numbers = new LineNumbers()
  const differences = compareLines(numbers.numbersOf(texts.before), numbers.numbersOf(texts.after))
  return { ...texts, differences }
}

/** An empty text has no lines. Imported texts end with a line feed and edited ones do not, which is no line either. */
const linesOf = (text: string) => (text === '' ? [] : withLineFeeds(text).replace(/\n$/, '').split('\n'))

/** Returns the number of lines between the first and the last that differ, of a text that was replaced by another. */
function changedLines(before: readonly string[], after: readonly string[]): number {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const isReplaced = shorter > start + end
  return isReplaced ? Math.max(before.length, after.length) - start - end : 0
}

/** Returns the differences as hunks with up to `context` unchanged lines around each. Hunks that touch are one. */
export function hunksOf({ before, after, differences }: LineDifferences, context: number): LineHunk[] {
  const groups: LineDifference[][] = []
  for (const difference of differences) {
    const last = groups.at(-1)?.at(-1)
    if (last && difference.before.from - last.before.to <= 2 * context) groups.at(-1)?.push(difference)
    else groups.push([difference])
  }
  return groups.map((group) => {
    const [first, last] = [group[0], group.at(-1)] as [LineDifference, LineDifference]
    const from = Math.max(0, first.before.from - context)
    const to = Math.min(before.length, last.before.to + context)
    const lead = first.before.from - from
    return {
      before: { start: from + 1, count: to - from },
      after: {
        start: first.after.from - lead + 1,
        count: last.after.to - first.after.from + lead + (to - last.before.to),
      },
      lines: linesOfGroup({ before, after, differences: group }, { from, to }),
    }
  })
}

function linesOfGroup({ before, after, differences }: LineDifferences, { from, to }: LineSpan): HunkLine[] {
  const line = (kind: HunkLine['kind']) => (text: string) => ({ kind, text })
  let position = from
  const changed = differences.flatMap((difference) => {
    const unchanged = before.slice(position, difference.before.from).map(line('UNCHANGED'))
    position = difference.before.to
    return [
      ...unchanged,
      ...before.slice(difference.before.from, difference.before.to).map(line('REMOVED')),
      ...after.slice(difference.after.from, difference.after.to).map(line('ADDED')),
    ]
  })
  return [...changed, ...before.slice(position, to).map(line('UNCHANGED'))]
}

const signs = { UNCHANGED: ' ', REMOVED: '-', ADDED: '+' } as const

/** Returns hunks in the unified format of `diff -u`. A range without lines begins at the line before it there. */
export const patchOf = (hunks: readonly LineHunk[]): string =>
  hunks
    .flatMap(({ before, after, lines }) => [
      `@@ -${rangeText(before)} +${rangeText(after)} @@`,
      ...lines.map(({ kind, text }) => `${signs[kind]}${text}`),
    ])
    .map((line) => `${line}\n`)
    .join('')

const rangeText = ({ start, count }: LineRange): string => `${count === 0 ? start - 1 : start},${count}`
