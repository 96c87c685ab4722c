import { diff3Merge } from 'node-diff3'

/** One side of a place where both sides changed the same lines. */
export interface Hunk {
  /** The number of its first line, from 1. */
  readonly line: number
  readonly markdown: string
}

export interface LineConflict {
  readonly base: Hunk
  readonly ours: Hunk
  readonly theirs: Hunk
}

export interface MergedText {
  readonly text: string
  /** In the order of the text, which has the lines of theirs there. */
  readonly conflicts: readonly LineConflict[]
}

/**
 * How many pairs of equal lines two texts may have. Texts of a few lines repeated thousands of times would take
 * minutes to align.
 */
const maximumPairs = 5_000_000

/**
 * Merges two texts that began as the same, line by line. Changes of different lines combine; the same change on both
 * sides is one. Undefined for texts that cannot be aligned in reasonable time.
 */
export function mergeLines(base: string, ours: string, theirs: string): MergedText | undefined {
  const names = new Map<string, number>()
  const [o, a, b] = [base, ours, theirs].map((text) => numberLines(text, names)) as [
    number[],
    number[],
    number[],
  ]
  const trimmed = withoutCommonEnds(o, a, b)
  if (pairsOf(trimmed.base, trimmed.ours) + pairsOf(trimmed.base, trimmed.theirs) > maximumPairs)
    return undefined
  const lines = [...names.keys()]
  const markdownOf = (numbers: readonly number[]) => numbers.map((number) => lines[number]).join('\n')
  const merged = o.slice(0, trimmed.start)
  const conflicts: LineConflict[] = []
  for (const region of diff3Merge(trimmed.ours, trimmed.base, trimmed.theirs, {
    excludeFalseConflicts: true,
  })) {
    if (region.ok) merged.push(...region.ok)
    if (!region.conflict) continue
    const { a: own, aIndex, o: former, oIndex, b: other, bIndex } = region.conflict
    const hunk = (index: number, numbers: readonly number[]): Hunk => ({
      line: trimmed.start + index + 1,
      markdown: markdownOf(numbers),
    })
    conflicts.push({ base: hunk(oIndex, former), ours: hunk(aIndex, own), theirs: hunk(bIndex, other) })
    merged.push(...other)
  }
  merged.push(...o.slice(o.length - trimmed.end))
  return { text: markdownOf(merged), conflicts }
}

/** Equal lines get equal numbers: comparing them is cheap, and no line can be mistaken for a member of an object. */
const numberLines = (text: string, names: Map<string, number>): number[] =>
  text.split('\n').map((line) => {
    const number = names.get(line) ?? names.size
    names.set(line, number)
    return number
  })

/** What all three have at the beginning and at the end needs no aligning. */
function withoutCommonEnds(base: number[], ours: number[], theirs: number[]) {
  const shortest = Math.min(base.length, ours.length, theirs.length)
  let start = 0
  while (start < shortest && base[start] === ours[start] && base[start] === theirs[start]) start++
  let end = 0
  const fromEnd = (lines: number[]) => lines[lines.length - 1 - end]
  while (end < shortest - start && fromEnd(base) === fromEnd(ours) && fromEnd(base) === fromEnd(theirs)) end++
  const between = (lines: number[]) => lines.slice(start, lines.length - end)
  return { start, end, base: between(base), ours: between(ours), theirs: between(theirs) }
}

function pairsOf(base: readonly number[], side: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const line of base) counts.set(line, (counts.get(line) ?? 0) + 1)
  return side.reduce((pairs, line) => pairs + (counts.get(line) ?? 0), 0)
}
