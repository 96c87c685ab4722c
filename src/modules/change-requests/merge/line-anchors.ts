/** A line that all three texts have, with its index in each of them. */
export interface Anchor {
  readonly base: number
  readonly ours: number
  readonly theirs: number
}

/**
 * Returns the lines that occur exactly once in each text, in the same order in all of them. The parts between two
 * anchors can be aligned independently, which splits a large alignment into small ones.
 */
export function anchorsOf(
  base: readonly number[],
  ours: readonly number[],
  theirs: readonly number[],
): Anchor[] {
  const inOurs = commonUniqueLines(base, ours)
  const inTheirs = commonUniqueLines(base, theirs)
  return [...inOurs].flatMap(([index, own]) => {
    const other = inTheirs.get(index)
    return other === undefined ? [] : [{ base: index, ours: own, theirs: other }]
  })
}

/** Returns the longest sequence of lines that are unique in both texts: index in the side by index in the base. */
function commonUniqueLines(base: readonly number[], side: readonly number[]): Map<number, number> {
  const indexes = uniqueLines(side)
  const pairs = [...uniqueLines(base)].flatMap(([line, index]) => {
    const other = indexes.get(line)
    return other === undefined ? [] : [[index, other] as const]
  })
  return new Map(longestIncreasing(pairs))
}

function uniqueLines(lines: readonly number[]): Map<number, number> {
  const indexes = new Map<number, number>()
  const repeated = new Set<number>()
  lines.forEach((line, index) => {
    if (indexes.has(line)) repeated.add(line)
    else indexes.set(line, index)
  })
  for (const line of repeated) indexes.delete(line)
  return indexes
}

type Pair = readonly [number, number]

/** Returns the longest subsequence of pairs, sorted by their first numbers, whose second numbers increase too. */
function longestIncreasing(pairs: readonly Pair[]): Pair[] {
  // The last pair of the best sequence of each length, and for each pair its predecessor in its sequence.
  const ends: Pair[] = []
  const previous = new Map<Pair, Pair | undefined>()
  for (const pair of pairs) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] as Pair)[1] < pair[1]) low = middle + 1
      else high = middle
    }
    previous.set(pair, ends[low - 1])
    ends[low] = pair
  }
  const sequence: Pair[] = []
  for (let pair = ends.at(-1); pair; pair = previous.get(pair)) sequence.push(pair)
  return sequence.reverse()
}
