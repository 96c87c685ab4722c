/** A line that all three texts have, with its index in each of them. */
export interface Anchor {
  readonly base: number
  readonly ours: number
  readonly theirs: number
}

/**
 * Lines that each text has once only, in the same order in all of them. Between two anchors the texts can be aligned
 * by themselves, which makes small tasks of a large one.
 */
export function anchorsOf(
  base: readonly number[],
  ours: readonly number[],
  theirs: readonly number[],
): Anchor[] {
  const inOurs = chain(base, ours)
  const inTheirs = chain(base, theirs)
  return [...inOurs].flatMap(([index, own]) => {
    const other = inTheirs.get(index)
    return other === undefined ? [] : [{ base: index, ours: own, theirs: other }]
  })
}

/** The longest row of lines that both texts have once only: the index in the side by the index in the base. */
function chain(base: readonly number[], side: readonly number[]): Map<number, number> {
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

/** The most pairs whose second numbers increase, as their first ones do already. */
function longestIncreasing(pairs: readonly Pair[]): Pair[] {
  // The last pair of the best row of each length, and for each pair the one in front of it in its row.
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
  const row: Pair[] = []
  for (let pair = ends.at(-1); pair; pair = previous.get(pair)) row.push(pair)
  return row.reverse()
}
