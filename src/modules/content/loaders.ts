import DataLoader from 'dataloader'
import type { RunStatement } from '../../database/rows.ts'
import type { Body } from '../../formats/body/documents.ts'
import { arrayParameter } from '../../graph/sql/array-parameter.ts'
import { type Context, perRequest, viewerOf } from '../../request/context.ts'
import type { Cost } from '../../request/cost.ts'
import { readDocumentBodies, readPageBodies } from './body-reads.ts'
import { type ComputedPages, readComputedPages } from './computed/pages.ts'
import { type LocatedFile, type LocatedPage, type LocatedReusableContent, locate } from './located-content.ts'
import {
  countSiblings,
  type PageKey,
  readAllPages,
  readAncestorsAndSelf,
  readDescendants,
  readPagePaths,
  readPages,
  type Siblings,
} from './page-reads.ts'
import { readableRevisions } from './policy.ts'
import { keyOfRelativeLink, type RelativeLink, readRelativeTargets } from './relative-links.ts'
import { type ContentModel, identityColumns, rowIn, rowsIn } from './revision-rows.ts'

type StoredFile = LocatedFile & { size: number }

interface ContentKey {
  readonly revisionId: string
  readonly id: string
}

interface ContentLoaders {
  readonly pages: DataLoader<PageKey, LocatedPage | null, string>
  readonly paths: DataLoader<PageKey, string, string>
  /** Outermost first, the page itself last. */
  readonly ancestorsAndSelf: DataLoader<PageKey, LocatedPage[], string>
  /** The numbers of stored pages and of computed pages below a parent. */
  readonly siblingCounts: DataLoader<Siblings, { total: number; computed: number }, string>
  readonly allPages: DataLoader<string, LocatedPage[]>
  readonly descendants: DataLoader<LocatedPage, LocatedPage[], string>
  /** Keyed by revision id. */
  readonly computedPages: DataLoader<string, ComputedPages>
  readonly bodies: DataLoader<LocatedPage, Body>
  /** Keyed by document id. */
  readonly documents: DataLoader<string, Body>
  /** The ids of the pages that relative URLs lead to. */
  readonly relativeTargets: DataLoader<RelativeLink, string | undefined, string>
  readonly files: DataLoader<ContentKey, LocatedFile | null, string>
  readonly allFiles: DataLoader<string, StoredFile[]>
  readonly fileSizes: DataLoader<string, number>
  readonly reusableContents: DataLoader<ContentKey, LocatedReusableContent | null, string>
  readonly allReusableContents: DataLoader<string, LocatedReusableContent[]>
  /** Whether a space was duplicated, by its id. */
  readonly duplicated: DataLoader<string, boolean>
  /** The id of the change request of a revision, by id of the revision. */
  readonly changeRequestIds: DataLoader<string, string | undefined>
  /** The space in which a page, file or reusable content was created, by its id. */
  readonly spacesOfContent: DataLoader<string, string | null>
  /**
   * The id of the revision that the id of a revision, change request or space names, if the viewer may read it: the
   * revision itself, the newest of the change request, or the active one of the space.
   */
  readonly readableRevisions: DataLoader<string, string | null>
}

/** Returns the loaders of a request. The rows are immutable, so cached results never become stale. */
export const contentLoaders = perRequest(createLoaders)

function createLoaders(context: Context): ContentLoaders {
  const { cost, database } = context
  const { query } = database
  const cacheKeyFn = ({ revisionId, pageId }: PageKey) => `${revisionId} ${pageId}`
  return {
    pages: new DataLoader((keys) => readPages(query, keys), { cacheKeyFn }),
    paths: new DataLoader((keys) => readPagePaths(query, keys), { cacheKeyFn }),
    ancestorsAndSelf: new DataLoader((keys) => readAncestorsAndSelf(query, keys, cost), { cacheKeyFn }),
    siblingCounts: new DataLoader((keys) => countSiblings(query, keys), {
      cacheKeyFn: ({ revisionId, parentId }: Siblings) => `${revisionId} ${parentId}`,
    }),
    allPages: new DataLoader((revisionIds) => readAllPages(query, revisionIds, cost)),
    descendants: new DataLoader((pages: readonly LocatedPage[]) => readDescendants(query, pages, cost), {
      cacheKeyFn: ({ revisionId, pageId }: LocatedPage) => `${revisionId} ${pageId}`,
    }),
    computedPages: new DataLoader((revisionIds) => readComputedPages(query, revisionIds, cost)),
    bodies: new DataLoader((pages) => readPageBodies(query, pages, cost)),
    documents: new DataLoader((ids) => readDocumentBodies(query, ids, cost)),
    relativeTargets: new DataLoader((links) => readRelativeTargets(query, links), {
      cacheKeyFn: keyOfRelativeLink,
    }),
    files: contentLoader('FileVersion', query),
    allFiles: new DataLoader((revisionIds) =>
      rowsOfRevisions<StoredFile>(
        `SELECT v.*, b.size FROM ${rowsIn('FileVersion', 'r')} v JOIN "Blob" b ON b.hash = v."blobHash"
         ORDER BY v."fileId"`,
        revisionIds,
        query,
        cost,
      ),
    ),
    fileSizes: new DataLoader(async (hashes) => {
      const blobs = await database.prisma.blob.findMany({ where: { hash: { in: [...hashes] } } })
      return inOrder(hashes, blobs, (blob) => blob.hash).map((blob) => blob?.size ?? 0)
    }),
    reusableContents: contentLoader('ReusableContentVersion', query),
    allReusableContents: new DataLoader((revisionIds) =>
      rowsOfRevisions<LocatedReusableContent>(
        `SELECT v.* FROM ${rowsIn('ReusableContentVersion', 'r')} v ORDER BY v."reusableId"`,
        revisionIds,
        query,
        cost,
      ),
    ),
    duplicated: new DataLoader(async (ids) => {
      const spaces = await query<{ id: string }>(
        'SELECT id FROM "Space" WHERE id = ANY($1::text[]) AND "sharesContentIds"',
        [ids],
      )
      const found = new Set(spaces.map(({ id }) => id))
      return ids.map((id) => found.has(id))
    }),
    changeRequestIds: new DataLoader((revisionIds) => readChangeRequestIds(query, revisionIds)),
    spacesOfContent: new DataLoader((ids) => readSpacesOfContent(query, ids)),
    readableRevisions: new DataLoader((ids) => readReadableRevisions(context, ids)),
  }
}

function contentLoader<Row extends object>(model: ContentModel, run: RunStatement) {
  return new DataLoader<ContentKey, Row | null, string>(
    async (keys) => {
      const rows = await run<Row & { n: number; layer: number; spaceId: string }>(
        `SELECT k.n::int AS n, r."spaceId", v.* FROM unnest(${arrayParameter('$1')}, ${arrayParameter('$2')}) WITH ORDINALITY AS k(revision, id, n)
         JOIN "Revision" r ON r.id = k.revision
         CROSS JOIN LATERAL (${rowIn(model, 'r', 'k.id')}) v`,
        [keys.map(({ revisionId }) => revisionId), keys.map(({ id }) => id)],
      )
      const found = new Array<Row | null>(keys.length).fill(null)
      for (const { n, layer: _, spaceId, ...row } of rows) {
        const { revisionId } = keys[n - 1] as ContentKey
        found[n - 1] = locate(row, { spaceId, revisionId }) as unknown as Row
      }
      return found
    },
    { cacheKeyFn: ({ revisionId, id }) => `${revisionId} ${id}` },
  )
}

function inOrder<Row>(keys: readonly string[], rows: readonly Row[], keyOf: (row: Row) => string) {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  return keys.map((key) => byKey.get(key) ?? null)
}

/**
 * Runs a select over the revision `r` for any number of revisions in one statement, which stops at the limit of the
 * operation.
 */
async function rowsOfRevisions<Row>(
  select: string,
  revisionIds: readonly string[],
  run: RunStatement,
  cost: Cost | undefined,
): Promise<Row[][]> {
  const rows = await run<Row & { n: number; spaceId: string }>(
    `SELECT k.n::int AS n, r."spaceId", v.* FROM unnest(${arrayParameter('$1')}) WITH ORDINALITY AS k(revision, n)
     JOIN "Revision" r ON r.id = k.revision
     CROSS JOIN LATERAL (${select}) v
     ORDER BY k.n LIMIT $2`,
    [revisionIds, cost?.rowsToStopAt ?? null],
  )
  cost?.readRows(rows.length)
  const groups = revisionIds.map((): Row[] => [])
  for (const { n, spaceId, ...row } of rows)
    groups[n - 1]?.push(locate(row, { spaceId, revisionId: revisionIds[n - 1] as string }) as unknown as Row)
  return groups
}

async function readChangeRequestIds(
  run: RunStatement,
  revisionIds: readonly string[],
): Promise<(string | undefined)[]> {
  const rows = await run<{ revisionId: string; id: string }>(
    `SELECT r.id AS "revisionId", c.id FROM "Revision" r JOIN "ChangeRequest" c ON c."branchId" = r."branchId"
     WHERE r.id = ANY($1::text[])`,
    [revisionIds],
  )
  const ids = new Map(rows.map((row) => [row.revisionId, row.id]))
  return revisionIds.map((revisionId) => ids.get(revisionId))
}

/** Reads the spaces whose content has had objects with the ids. Duplicated spaces are left out: they share the ids. */
async function readSpacesOfContent(run: RunStatement, ids: readonly string[]): Promise<(string | null)[]> {
  const selects = Object.entries(identityColumns).map(
    ([model, column]) =>
      `SELECT v."${column}" AS id, v."branchId" FROM "${model}" v WHERE v."${column}" = ANY($1)`,
  )
  const rows = await run<{ id: string; spaceId: string }>(
    `SELECT DISTINCT v.id, b."spaceId" FROM (${selects.join(' UNION ALL ')}) v
     JOIN "Branch" b ON b.id = v."branchId"
     JOIN "Space" s ON s.id = b."spaceId" AND NOT s."sharesContentIds"`,
    [ids],
  )
  const spaces = new Map(rows.map((row) => [row.id, row.spaceId]))
  return ids.map((id) => spaces.get(id) ?? null)
}

async function readReadableRevisions(context: Context, ids: readonly string[]): Promise<(string | null)[]> {
  const named = { id: { in: [...ids] } }
  const revisions = await context.database.prisma.revision.findMany({
    where: {
      AND: [{ OR: [named, { activeIn: named }, { headOf: named }] }, readableRevisions(viewerOf(context))],
    },
    select: { id: true, activeIn: { select: { id: true } }, headOf: { select: { id: true } } },
  })
  const byName = new Map(
    revisions.flatMap(({ id, activeIn, headOf }) =>
      [id, activeIn?.id, headOf?.id].map((name) => [name, id] as const),
    ),
  )
  return ids.map((id) => byName.get(id) ?? null)
}
