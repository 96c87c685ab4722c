import type { Work } from './compare-lines.ts'
import { type Part, sizeOf } from './part.ts'

/** The index of a line in two texts. */
export interface LinePair {
  readonly before: number
  readonly after: number
}

/** Returns the most lines that occur exactly once in each side of a part, and in the same order in both. */
export function uniqueLinesOf(before: Int32Array, after: Int32Array, part: Part, work: Work): LinePair[] {
  const { beforeFrom, beforeTo, afterFrom, afterTo } = part
  work.steps += sizeOf(part)
  const inAfter = uniqueLines(after, afterFrom, afterTo)
  const pairs: LinePair[] = []
  for (const [line, index] of uniqueLines(before, beforeFrom, beforeTo)) {
    const other = inAfter.get(line)
    if (other !== undefined && index !== repeated && other !== repeated)
      pairs.push({ before: index, after: other })
  }
  return longestIncreasing(pairs)
}

const repeated = -1

/** Returns the index of each line, or −1 if it is repeated, in the order in which they first occur. */
function uniqueLines(lines: Int32Array, from: number, to: number): Map<number, number> {
  const indexes = new Map<number, number>()
  for (let index = from; index < to; index++) {
    const line = lines[index] as number
    indexes.set(line, indexes.has(line) ? repeated : index)
  }
  return indexes
}

/** Returns the longest subsequence of pairs, sorted by their first indexes, whose second indexes increase too. */
function longestIncreasing(pairs: readonly LinePair[]): LinePair[] {
  // The last pair of the best sequence of each length, and for each pair its predecessor in its sequence.
  const ends: LinePair[] = []
  const previous = new Map<LinePair, LinePair | undefined>()
  for (const pair of pairs) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] as LinePair).after < pair.after) low = middle + 1
      else high = middle
    }
    previous.set(pair, ends[low - 1])
    ends[low] = pair
  }
  const sequence: LinePair[] = []
  for (let pair = ends.at(-1); pair; pair = previous.get(pair)) sequence.push(pair)
  return sequence.reverse()
}
