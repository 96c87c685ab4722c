import { diffIndices } from 'node-diff3'

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

/** Two texts as lines, with the ranges that differ, in order. Positions start at 0. */
export interface LineDifferences {
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly ranges: readonly { readonly before: Span; readonly after: Span }[]
}

interface Span {
  readonly from: number
  readonly to: number
}

/** Limits the time of one comparison to about 50 ms. */
const maximum = { lines: 5_000, pairs: 50_000 }

/** Compares two texts line by line. Returns undefined for texts that cannot be compared in a short time. */
export function differencesOf(before: string, after: string): LineDifferences | undefined {
  const texts = { before: linesOf(before), after: linesOf(after) }
  const start = commonStart(texts.before, texts.after)
  const end = commonStart(texts.before.slice(start).reverse(), texts.after.slice(start).reverse())
  const changed = {
    before: texts.before.slice(start, texts.before.length - end),
    after: texts.after.slice(start, texts.after.length - end),
  }
  if (isTooLarge(changed)) return undefined
  const ranges = diffIndices(changed.before, changed.after).map(({ buffer1, buffer2 }) => ({
    before: spanOf(buffer1, start),
    after: spanOf(buffer2, start),
  }))
  return { ...texts, ranges }
}

/** An empty text has no lines. */
const linesOf = (text: string) => (text === '' ? [] : text.split('\n'))

function commonStart(one: readonly string[], other: readonly string[]): number {
  const length = Math.min(one.length, other.length)
  let index = 0
  while (index < length && one[index] === other[index]) index++
  return index
}

function isTooLarge({ before, after }: { before: readonly string[]; after: readonly string[] }): boolean {
  if (before.length === 0 || after.length === 0) return false
  if (Math.max(before.length, after.length) > maximum.lines) return true
  const counts = new Map<string, number>()
  for (const line of before) counts.set(line, (counts.get(line) ?? 0) + 1)
  return after.reduce((sum, line) => sum + (counts.get(line) ?? 0), 0) > maximum.pairs
}

const spanOf = ([from, length]: [number, number], offset: number): Span => ({
  from: from + offset,
  to: from + offset + length,
})

/** Returns the differences as hunks with up to `context` unchanged lines around each. Hunks that touch are one. */
export function hunksOf({ before, after, ranges }: LineDifferences, context: number): LineHunk[] {
  const groups: LineDifferences['ranges'][number][][] = []
  for (const range of ranges) {
    const last = groups.at(-1)?.at(-1)
    if (last && range.before.from - last.before.to <= 2 * context) groups.at(-1)?.push(range)
    else groups.push([range])
  }
  return groups.map((group) => {
    const [first, last] = [group[0], group.at(-1)] as [(typeof group)[0], (typeof group)[0]]
    const from = Math.max(0, first.before.from - context)
    const to = Math.min(before.length, last.before.to + context)
    const lead = first.before.from - from
    return {
      before: { start: from + 1, count: to - from },
      after: {
        start: first.after.from - lead + 1,
        count: last.after.to - first.after.from + lead + (to - last.before.to),
      },
      lines: linesOfGroup({ before, after, ranges: group }, { from, to }),
    }
  })
}

function linesOfGroup({ before, after, ranges }: LineDifferences, { from, to }: Span): HunkLine[] {
  const line = (kind: HunkLine['kind']) => (text: string) => ({ kind, text })
  let position = from
  const changed = ranges.flatMap((range) => {
    const unchanged = before.slice(position, range.before.from).map(line('UNCHANGED'))
    position = range.before.to
    return [
      ...unchanged,
      ...before.slice(range.before.from, range.before.to).map(line('REMOVED')),
      ...after.slice(range.after.from, range.after.to).map(line('ADDED')),
    ]
  })
  return [...changed, ...before.slice(position, to).map(line('UNCHANGED'))]
}

export const maximumComparedLines = maximum.lines
