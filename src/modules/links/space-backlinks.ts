import DataLoader from 'dataloader'
import { getOrCreate } from '../../base/get-or-create.ts'
import type { Connection } from '../../graph/declare/connection.ts'
import {
  countKeysetRows,
  type KeysetList,
  type KeysetPage,
  type ParentKeys,
  readKeysetPages,
  type Window,
} from '../../graph/declare/keyset.ts'
import { type Context, perRequest, viewerOf } from '../../request/context.ts'
import { contentLoaders } from '../content/loaders.ts'
import { readAs } from '../content/located-content.ts'
import { readableSpaces } from '../spaces/policy.ts'
import { linkLoaders } from './loaders.ts'
import type { PageLocation } from './locations.ts'

/** SQL: the pages of other spaces that refer to a space. No two of one space have the same id. */
const references = `(SELECT r.*, r."spaceId" AS id FROM "SpaceReference" r)`

interface Loaders {
  readonly counts: DataLoader<ParentKeys, number, string>
  /** Keyed by page size, direction and cursor. */
  readonly pages: Map<string, DataLoader<ParentKeys, KeysetPage, string>>
}

const loaders = perRequest((context): Loaders => {
  const { database } = context
  return {
    counts: new DataLoader((parents) => countKeysetRows(database, listFor(context), parents), { cacheKeyFn }),
    pages: new Map(),
  }
})

const cacheKeyFn = ([spaceId]: ParentKeys) => String(spaceId)

const listFor = (context: Context): KeysetList => ({
  model: 'SpaceReference',
  from: references,
  keyTypes: ['text'],
  condition: 't."toSpaceId" = p.k0',
  where: { space: readableSpaces(viewerOf(context)) },
  order: [{ column: 'pageId', type: 'text' }],
  direction: 'asc',
})

function pagesOf(context: Context, window: Window): DataLoader<ParentKeys, KeysetPage, string> {
  const { cost, database } = context
  return getOrCreate(
    loaders(context).pages,
    JSON.stringify(window),
    () =>
      new DataLoader(
        (parents: readonly ParentKeys[]) =>
          readKeysetPages(database, listFor(context), window, parents, cost),
        { cacheKeyFn },
      ),
  )
}

/** Returns the location of a page in the live content of a space; null if either was deleted in the meantime. */
async function locationIn(context: Context, spaceId: string, pageId: string): Promise<PageLocation | null> {
  const space = await linkLoaders(context).spaces.load(spaceId)
  const page = space && (await contentLoaders(context).pages.load({ revisionId: space.revisionId, pageId }))
  return page && { kind: 'PAGE', space, page: readAs(page, 'LIVE'), anchor: null }
}

/** Returns the pages of other spaces that refer to a space or to its content, of those that the viewer may read. */
export const spaceBacklinks = (
  context: Context,
  spaceId: string,
  window: Window,
): Connection<PageLocation> => ({
  window,
  count: () => loaders(context).counts.load([spaceId]),
  page: async () => {
    const { items, more } = await pagesOf(context, window).load([spaceId])
    const edges = await Promise.all(
      items.map(async ({ row, cursor }) => ({
        node: await locationIn(context, row.spaceId as string, row.pageId as string),
        cursor,
      })),
    )
    return { edges: edges.flatMap(({ node, cursor }) => (node === null ? [] : [{ node, cursor }])), more }
  },
})
