import { findSplit } from './find-split.ts'
import { type Part, sizeOf } from './part.ts'
import { slideChanges } from './slide-changes.ts'
import { type LinePair, uniqueLinesOf } from './unique-lines.ts'

/** Lines from an index up to another, which is not included. */
export interface LineSpan {
  readonly from: number
  readonly to: number
}

/** Consecutive lines that were replaced by others. One of the spans may be empty. */
export interface LineDifference {
  readonly before: LineSpan
  readonly after: LineSpan
}

/** Counts the work of a comparison, in lines compared. */
export class Work {
  steps = 0
  readonly #maximum: number

  constructor(maximum = maximumSteps) {
    this.#maximum = maximum
  }

  get isExceeded(): boolean {
    return this.steps > this.#maximum
  }
}

/** The work of one comparison, which takes less than 0.2 seconds. */
export const maximumSteps = 10_000_000

/** The number of the empty line behind the last line break of a text, which is no blank line. */
const endOfText = 0

/** Maps equal lines to equal numbers, which are cheap to compare. */
export class LineNumbers {
  readonly #numbers = new Map<string, number>()

  numbersOf(lines: readonly string[]): Int32Array {
    const numbers = Int32Array.from(lines, (line) => this.#numberOf(line))
    if (lines.at(-1) === '') numbers[lines.length - 1] = endOfText
    return numbers
  }

  #numberOf(line: string): number {
    const known = this.#numbers.get(line)
    if (known !== undefined) return known
    const number = this.#numbers.size + endOfText + 1
    this.#numbers.set(line, number)
    return number
  }
}

/**
 * Returns the differences between two texts, given as numbers of their lines. As few lines as possible are changed
 * (Myers, in linear space, with the choices of git), so that merges have the results of git.
 *
 * The work is bounded. Parts that differ in hundreds of lines are divided at the lines that occur once on both sides, or
 * else where a search got furthest: more lines than necessary may be changed. Beyond `maximumSteps` the rest of a part is
 * replaced as a whole. Both are coarse but right: what is in no difference is equal in both texts.
 */
export function compareLines(before: Int32Array, after: Int32Array, work = new Work()): LineDifference[] {
  const changed = { before: changesOf(before), after: changesOf(after) }
  // Lines that only one text has are changed anyway, and would only make the search longer.
  const shared = { before: sharedLines(before, after), after: sharedLines(after, before) }
  work.steps += before.length + after.length
  findCommonLines(shared.before.lines, shared.after.lines, work, (beforeIndex, afterIndex) => {
    changed.before[shared.before.indexes[beforeIndex] as number] = 0
    changed.after[shared.after.indexes[afterIndex] as number] = 0
  })
  slideChanges(before, changed.before, changed.after, work)
  slideChanges(after, changed.after, changed.before, work)
  return differencesOf(changed.before, changed.after)
}

/** Returns 1 for each line, because it is changed, and 0 for the end, at which the last change ends. */
const changesOf = ({ length }: Int32Array): Uint8Array => new Uint8Array(length + 1).fill(1, 0, length)

/** Calls `keep` with the indexes of the lines that two texts have in common, in the same order. */
function findCommonLines(
  before: Int32Array,
  after: Int32Array,
  work: Work,
  keep: (beforeIndex: number, afterIndex: number) => void,
): void {
  // A stack rather than recursion, which adversarial texts would make deep.
  const parts: Part[] = [{ beforeFrom: 0, beforeTo: before.length, afterFrom: 0, afterTo: after.length }]
  for (let part = parts.pop(); part; part = parts.pop()) {
    const { beforeFrom, beforeTo, afterFrom, afterTo } = part
    const inner = withoutCommonEnds(before, after, part, work)
    for (let index = beforeFrom; index < inner.beforeFrom; index++)
      keep(index, afterFrom + index - beforeFrom)
    for (let index = 1; index <= beforeTo - inner.beforeTo; index++) keep(beforeTo - index, afterTo - index)
    if (inner.beforeFrom === inner.beforeTo || inner.afterFrom === inner.afterTo) continue
    const split = findSplit(before, after, inner, work)
    if (!split) continue
    const unique = split.isShortest ? [] : uniqueLinesOf(before, after, inner, work)
    if (unique.length === 0) parts.push(...divide(inner, split))
    let rest = inner
    for (const line of unique) {
      keep(line.before, line.after)
      parts.push({ ...rest, beforeTo: line.before, afterTo: line.after })
      rest = { ...rest, beforeFrom: line.before + 1, afterFrom: line.after + 1 }
    }
    if (unique.length > 0) parts.push(rest)
  }
}

const divide = (part: Part, { before, after }: LinePair): Part[] => [
  { ...part, beforeTo: before, afterTo: after },
  { ...part, beforeFrom: before, afterFrom: after },
]

/** Returns the lines that the others contain, and their indexes. */
function sharedLines(lines: Int32Array, others: Int32Array) {
  const known = new Set(others)
  const indexes: number[] = []
  for (const [index, line] of lines.entries()) if (known.has(line)) indexes.push(index)
  return { indexes, lines: Int32Array.from(indexes, (index) => lines[index] as number) }
}

/** Returns a part without the first and last lines that both sides have. */
function withoutCommonEnds(before: Int32Array, after: Int32Array, part: Part, work: Work): Part {
  let { beforeFrom, beforeTo, afterFrom, afterTo } = part
  while (beforeFrom < beforeTo && afterFrom < afterTo && before[beforeFrom] === after[afterFrom]) {
    beforeFrom++
    afterFrom++
  }
  while (beforeFrom < beforeTo && afterFrom < afterTo && before[beforeTo - 1] === after[afterTo - 1]) {
    beforeTo--
    afterTo--
  }
  const trimmed = { beforeFrom, beforeTo, afterFrom, afterTo }
  work.steps += sizeOf(part) - sizeOf(trimmed)
  return trimmed
}

function differencesOf(before: Uint8Array, after: Uint8Array): LineDifference[] {
  const differences: LineDifference[] = []
  let [beforeIndex, afterIndex] = [0, 0]
  while (beforeIndex < before.length || afterIndex < after.length) {
    const [beforeFrom, afterFrom] = [beforeIndex, afterIndex]
    while (before[beforeIndex]) beforeIndex++
    while (after[afterIndex]) afterIndex++
    if (beforeIndex > beforeFrom || afterIndex > afterFrom)
      differences.push({
        before: { from: beforeFrom, to: beforeIndex },
        after: { from: afterFrom, to: afterIndex },
      })
    beforeIndex++
    afterIndex++
  }
  return differences
}
