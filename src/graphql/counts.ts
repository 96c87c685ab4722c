import DataLoader from 'dataloader'
import type { Viewer } from '../access/viewer.ts'
import { type Context, perRequest, viewerOf } from './context.ts'
import { countKeysetRows, type KeysetList, type ParentKeys } from './keyset.ts'

/** The rows to count, by the policy of their type. */
export type CountedList = Omit<KeysetList, 'order' | 'direction'>

/** Returns a function that counts the rows of a list for a parent, in one statement for all parents of a request. */
export function countOf(
  list: (viewer: Viewer) => CountedList,
): (context: Context, keys: ParentKeys) => Promise<number> {
  const loaderOf = perRequest(
    // Not cached, because a mutation may change what a later field of the same request reads.
    (context) =>
      new DataLoader<ParentKeys, number>(
        (parents) => countKeysetRows(context.database.pool, list(viewerOf(context)), parents),
        { cache: false },
      ),
  )
  return (context, keys) => loaderOf(context).load(keys)
}
