import DataLoader from 'dataloader'
import type { PageVersion } from '../../generated/prisma/client.ts'
import { getOrCreate } from '../../get-or-create.ts'
import type { Connection } from '../../graphql/connection.ts'
import { type Context, perRequest, viewerOf } from '../../graphql/context.ts'
import {
  countKeysetRows,
  type KeysetList,
  type KeysetPage,
  type ParentKeys,
  readKeysetPages,
  type Window,
} from '../../graphql/keyset.ts'
import { locate, readAs } from '../content/located-content.ts'
import { validAt } from '../content/revision-rows.ts'
import { readableSpaces } from '../spaces/policy.ts'
import { linkLoaders } from './loaders.ts'
import type { PageLocation } from './locations.ts'

/** SQL: the versions `v` of pages that are in the live content of a space other than p.k0. */
const livePages = `"PageVersion" v
  JOIN "Branch" b ON b.id = v."branchId"
  JOIN "Space" s ON s.id = b."spaceId" AND s.id <> p.k0
  JOIN "Revision" r ON r.id = s."revisionId" AND ${validAt('v', 'r."branchId"', 'r.sequence')} AND NOT v.deleted`

/** SQL: the rows of the pages of other spaces that refer to the space p.k0, or to its content. */
const referringPages = `(
  SELECT v.* FROM "PageVersion" v WHERE v.id IN (
    SELECT v.id FROM ${livePages} WHERE v."documentId" IN (
      SELECT l."documentId" FROM "DocumentLink" l WHERE l."spaceId" = p.k0
      UNION
      SELECT l."documentId" FROM "DocumentLink" l WHERE l."targetId" = p.k0 AND l.kind = 'SPACE')
    UNION
    SELECT v.id FROM ${livePages} WHERE v.target->>'space' = p.k0))`

interface Loaders {
  readonly counts: DataLoader<ParentKeys, number, string>
  /** Keyed by page size, direction and cursor. */
  readonly pages: Map<string, DataLoader<ParentKeys, KeysetPage, string>>
  /** Keyed by id of the version. Null for a page whose space was deleted in the meantime. */
  readonly locations: DataLoader<string, PageLocation | null>
}

const loaders = perRequest((context): Loaders => {
  const { database } = context
  return {
    counts: new DataLoader((parents) => countKeysetRows(database, listFor(context), parents), { cacheKeyFn }),
    pages: new Map(),
    locations: new DataLoader((ids) => readLocations(context, ids)),
  }
})

const cacheKeyFn = ([spaceId]: ParentKeys) => String(spaceId)

const listFor = (context: Context): KeysetList => ({
  model: 'PageVersion',
  from: referringPages,
  keyTypes: ['text'],
  condition: 'TRUE',
  where: { branch: { space: readableSpaces(viewerOf(context)) } },
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

async function readLocations(context: Context, ids: readonly string[]): Promise<(PageLocation | null)[]> {
  const rows = await context.database.prisma.pageVersion.findMany({
    where: { id: { in: [...ids] } },
    include: { branch: { select: { spaceId: true } } },
  })
  const locations = await Promise.all(
    rows.map(async ({ branch, ...row }) => [row.id, await locationIn(context, branch.spaceId, row)] as const),
  )
  const byId = new Map(locations)
  return ids.map((id) => byId.get(id) ?? null)
}

async function locationIn(context: Context, spaceId: string, row: PageVersion): Promise<PageLocation | null> {
  const space = await linkLoaders(context).spaces.load(spaceId)
  if (!space) return null
  const page = readAs(locate(row, { spaceId, revisionId: space.revisionId }), 'LIVE')
  return { kind: 'PAGE', space, page, anchor: null }
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
        node: await loaders(context).locations.load(row.id as string),
        cursor,
      })),
    )
    return { edges: edges.flatMap(({ node, cursor }) => (node === null ? [] : [{ node, cursor }])), more }
  },
})
