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

/** Lists of the pages of live contents that refer to something that is not in their space. */
type ReferringPages = (context: Context, id: string, window: Window) => Connection<PageLocation>

interface Loaders {
  readonly counts: DataLoader<ParentKeys, number, string>
  /** Keyed by page size, direction and cursor. */
  readonly pages: Map<string, DataLoader<ParentKeys, KeysetPage, string>>
}

const cacheKeyFn = ([id]: ParentKeys) => String(id)

/**
 * Returns lists of the pages that refer to something, of those that the viewer may read. `from` is SQL for rows with the id of the
 * page and, twice, of its space, which `condition` says belong to `p.k0`. No two pages of one space have the same id.
 */
function referringPages(from: string, condition: string): ReferringPages {
  const listFor = (context: Context): KeysetList => ({
    model: 'SpaceReference',
    columns: ['pageId', 'spaceId'],
    from,
    keyTypes: ['text'],
    condition,
    where: { space: readableSpaces(viewerOf(context)) },
    order: [{ column: 'pageId', type: 'text' }],
    direction: 'asc',
  })
  const loaders = perRequest((context): Loaders => {
    const { database } = context
    return {
      counts: new DataLoader((parents) => countKeysetRows(database, listFor(context), parents), {
        cacheKeyFn,
      }),
      pages: new Map(),
    }
  })
  const pagesOf = (context: Context, window: Window) =>
    getOrCreate(
      loaders(context).pages,
      JSON.stringify(window),
      () =>
        new DataLoader(
          (parents: readonly ParentKeys[]) =>
            readKeysetPages(context.database, listFor(context), window, parents, context.cost),
          { cacheKeyFn },
        ),
    )
  return (context, id, window) => ({
    window,
    count: () => loaders(context).counts.load([id]),
    page: async () => {
      const { items, more } = await pagesOf(context, window).load([id])
      const edges = await Promise.all(
        items.map(async ({ row, cursor }) => ({
          node: await locationIn(context, row.spaceId as string, row.pageId as string),
          cursor,
        })),
      )
      return { edges: edges.flatMap(({ node, cursor }) => (node === null ? [] : [{ node, cursor }])), more }
    },
  })
}

/** Returns the location of a page in the live content of a space; null if either was deleted in the meantime. */
async function locationIn(context: Context, spaceId: string, pageId: string): Promise<PageLocation | null> {
  const space = await linkLoaders(context).spaces.load(spaceId)
  const page = space && (await contentLoaders(context).pages.load({ revisionId: space.revisionId, pageId }))
  return page && { kind: 'PAGE', space, page: readAs(page, 'LIVE'), anchor: null }
}

/** The pages of other spaces that refer to a space or to its content. */
export const spaceBacklinks = referringPages(
  `(SELECT r.*, r."spaceId" AS id FROM "SpaceReference" r)`,
  't."toSpaceId" = p.k0',
)

const isCurrent = 'v."endSequence" IS NULL AND NOT v.deleted'

/** The pages of an organization with blocks of a specification or links to it, or whose text is computed from it. */
export const specBacklinks = referringPages(
  `(SELECT o.id AS "specId", v."pageId", b."spaceId", b."spaceId" AS id FROM "OpenAPISpec" o
    CROSS JOIN LATERAL (
      SELECT v."pageId", v."branchId" FROM "DocumentLink" l JOIN "PageVersion" v ON v."documentId" = l."documentId"
      WHERE l."targetId" IN (o.id, o.slug) AND l.kind = 'OPENAPI' AND ${isCurrent}
      UNION
      SELECT v."pageId", v."branchId" FROM "PageVersion" v
      WHERE v.computed #>> '{dependencies,spec,ref,spec}' IN (o.id, o.slug) AND v.computed IS NOT NULL AND ${isCurrent}) v
    JOIN "Branch" b ON b.id = v."branchId" AND b.kind = 'MAIN'
    JOIN "Space" s ON s.id = b."spaceId" AND s."organizationId" = o."organizationId")`,
  't."specId" = p.k0',
)
