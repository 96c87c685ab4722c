import DataLoader from 'dataloader'
import type { GraphQLResolveInfo } from 'graphql'
import { getOrCreate } from '../../base/get-or-create.ts'
import { createdPerRequest } from '../../base/per-request.ts'
import type { Context } from '../application.ts'
import { keysOfPath } from '../declare/document-path.ts'
import type { ParentKeys } from '../declare/keyset.ts'

/** The batched reads of a request. */
const loadersOf = createdPerRequest(
  (_context: Context) => new Map<string, DataLoader<never, unknown, string>>(),
)

/** The context of a read, and the path of the objects whose fields read rows. */
export interface ReadOrigin {
  readonly context: Context
  /** The fields that led to the objects. Absent where code reads rows, which then are not remembered. */
  readonly path?: string
}

/** Returns the origin of the reads of a field. All fields of the same objects read a row in the same statement. */
export const originOf = (context: Context, { path }: GraphQLResolveInfo): ReadOrigin => ({
  context,
  path: keysOfPath(path.prev),
})

/** Returns the origin of the reads of a list, which are its own where an object is asked for it under two names. */
export const originOfList = (context: Context, { path }: GraphQLResolveInfo): ReadOrigin => ({
  context,
  path: keysOfPath(path),
})

/**
 * Returns the loader of a name for reads of one origin, which is created at its first use. Each key of a batch is read once, also
 * where nothing is remembered: without a cache, DataLoader would pass on the keys of a batch as often as they are asked for.
 */
export function loader<Key extends string | ParentKeys, Value>(
  { context, path }: ReadOrigin,
  name: string,
  read: (keys: readonly Key[]) => Promise<readonly Value[]>,
): DataLoader<Key, Value, string> {
  const loaders = loadersOf(context) as unknown as Map<string, DataLoader<Key, Value, string>>
  const cacheKeyFn = (given: Key) => String(given)
  return getOrCreate(loaders, `${path ?? ''} ${name}`, () => {
    const created = new DataLoader<Key, Value, string>(
      (keys) => {
        if (path === undefined) created.clearAll()
        return read(keys)
      },
      { cacheKeyFn },
    )
    return created
  })
}
