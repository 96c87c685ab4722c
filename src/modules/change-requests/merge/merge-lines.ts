import { diff3Merge } from 'node-diff3'
import { type Anchor, anchorsOf } from './line-anchors.ts'

/** The lines of one side that conflict with the other side. */
export interface Hunk {
  /** The number of the first line, starting at 1. */
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
  /** In the order of the text, which contains the lines of theirs. */
  readonly conflicts: readonly LineConflict[]
}

/**
 * Maximum number of pairs of equal lines for an alignment. Texts with a few lines repeated thousands of times would
 * take minutes.
 */
const maximumPairs = 5_000_000

/** The same part of three texts, as numbers that identify its lines, and its start in each text. */
interface Part {
  readonly base: readonly number[]
  readonly ours: readonly number[]
  readonly theirs: readonly number[]
  readonly start: Anchor
}

/**
 * Merges two texts with a common base line by line. Changes of different lines are combined, and identical changes are
 * applied once. Returns undefined for texts that cannot be aligned in reasonable time.
 */
export function mergeLines(base: string, ours: string, theirs: string): MergedText | undefined {
  const names = new Map<string, number>()
  const numbersOf = (text: string) => numberLines(text, names)
  const whole = { base: numbersOf(base), ours: numbersOf(ours), theirs: numbersOf(theirs) }
  const lines = [...names.keys()]
  const markdownOf = (numbers: readonly number[]) => numbers.map((number) => lines[number]).join('\n')
  const changed = withoutCommonEnds(whole.base, whole.ours, whole.theirs)
  const parts = pairsOf(changed) > maximumPairs ? splitAtAnchors(changed) : [changed]
  if (parts.reduce((sum, part) => sum + pairsOf(part), 0) > maximumPairs) return undefined
  const merged = whole.base.slice(0, changed.start.base)
  const conflicts = parts.flatMap((part) => mergePart(part, merged, markdownOf))
  for (const number of whole.base.slice(changed.start.base + changed.base.length)) merged.push(number)
  return { text: markdownOf(merged), conflicts }
}

/** Merges a part and appends its lines to `merged`. Returns its conflicts. */
function mergePart(
  { base, ours, theirs, start }: Part,
  merged: number[],
  markdownOf: (numbers: readonly number[]) => string,
): LineConflict[] {
  const conflicts: LineConflict[] = []
  const options = { excludeFalseConflicts: true }
  for (const { ok, conflict } of diff3Merge([...ours], [...base], [...theirs], options)) {
    for (const number of ok ?? conflict?.b ?? []) merged.push(number)
    if (!conflict) continue
    const hunk = (index: number, numbers: readonly number[]): Hunk => ({
      line: index + 1,
      markdown: markdownOf(numbers),
    })
    conflicts.push({
      base: hunk(start.base + conflict.oIndex, conflict.o),
      ours: hunk(start.ours + conflict.aIndex, conflict.a),
      theirs: hunk(start.theirs + conflict.bIndex, conflict.b),
    })
  }
  return conflicts
}

/** Splits a part after each anchor. */
function splitAtAnchors({ base, ours, theirs, start }: Part): Part[] {
  const parts: Part[] = []
  let from: Anchor = { base: 0, ours: 0, theirs: 0 }
  const end = { base: base.length, ours: ours.length, theirs: theirs.length }
  for (const anchor of [...anchorsOf(base, ours, theirs).map(after), end]) {
    parts.push({
      base: base.slice(from.base, anchor.base),
      ours: ours.slice(from.ours, anchor.ours),
      theirs: theirs.slice(from.theirs, anchor.theirs),
      start: sumOf(start, from),
    })
    from = anchor
  }
  return parts
}

const after = (anchor: Anchor): Anchor => sumOf(anchor, { base: 1, ours: 1, theirs: 1 })

const sumOf = (a: Anchor, b: Anchor): Anchor => ({
  base: a.base + b.base,
  ours: a.ours + b.ours,
  theirs: a.theirs + b.theirs,
})

/**
 * Maps equal lines to equal numbers, which are cheap to compare and, unlike text, never the name of a built-in object
 * property.
 */
const numberLines = (text: string, names: Map<string, number>): number[] =>
  text.split('\n').map((line) => {
    const number = names.get(line) ?? names.size
    names.set(line, number)
    return number
  })

/** Removes the common first and last lines, which need no alignment. */
function withoutCommonEnds(base: number[], ours: number[], theirs: number[]): Part {
  const shortest = Math.min(base.length, ours.length, theirs.length)
  let start = 0
  while (start < shortest && base[start] === ours[start] && base[start] === theirs[start]) start++
  let end = 0
  const fromEnd = (lines: number[]) => lines[lines.length - 1 - end]
  while (end < shortest - start && fromEnd(base) === fromEnd(ours) && fromEnd(base) === fromEnd(theirs)) end++
  const between = (lines: number[]) => lines.slice(start, lines.length - end)
  return {
    base: between(base),
    ours: between(ours),
    theirs: between(theirs),
    start: { base: start, ours: start, theirs: start },
  }
}

/** Returns the number of pairs of equal lines between the base and each side. */
function pairsOf({ base, ours, theirs }: Part): number {
  const counts = new Map<number, number>()
  for (const line of base) counts.set(line, (counts.get(line) ?? 0) + 1)
  const pairs = (side: readonly number[]) => side.reduce((sum, line) => sum + (counts.get(line) ?? 0), 0)
  return pairs(ours) + pairs(theirs)
}
