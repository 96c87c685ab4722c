import { mapConcurrently } from '../../../workers/map-concurrently.ts'
import { parsingLimits } from './limits.ts'

/** The jobs of one request that run or wait at the same time. */
const jobsAtOnce = 3

/**
 * Maps items with texts by jobs, a few at the same time: each has items with as many characters as one job may have, or one
 * that has more. The results are in the order of the items.
 */
export async function mapInGroups<Item, Result>(
  items: readonly Item[],
  lengthOf: (item: Item) => number,
  map: (group: readonly Item[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const groups: Item[][] = []
  let length = Number.POSITIVE_INFINITY
  for (const item of items) {
    if (length + lengthOf(item) > parsingLimits.jobCharacters) {
      groups.push([])
      length = 0
    }
    groups.at(-1)?.push(item)
    length += lengthOf(item)
  }
  return (await mapConcurrently(groups, jobsAtOnce, map)).flat()
}
