import DataLoader from 'dataloader'
import type { FileVersion, ReusableContentVersion } from '../../generated/prisma/client.ts'
import { type Context, perRequest } from '../../graphql/context.ts'
import type { Cost } from '../../graphql/cost.ts'
import { readPageBodies } from './body-reads.ts'
import { type ComputedPages, readComputedPages } from './computed/pages.ts'
import type { Body } from './documents.ts'
import type { LocatedPage } from './located-pages.ts'
import { type PageKey, readAllPages, readDescendants, readPagePaths, readPages } from './page-reads.ts'
import { type ContentModel, rowIn, rowsIn } from './revision-rows.ts'

type StoredFile = FileVersion & { size: number }

/** The id of a file or reusable content in a revision. */
interface ContentKey {
  readonly revisionId: string
  readonly id: string
}

interface ContentLoaders {
  readonly pages: DataLoader<PageKey, LocatedPage | null, string>
  readonly paths: DataLoader<PageKey, string, string>
  readonly allPages: DataLoader<string, LocatedPage[]>
  readonly descendants: DataLoader<LocatedPage, LocatedPage[], string>
  /** Keyed by revision id. */
  readonly computedPages: DataLoader<string, ComputedPages>
  readonly bodies: DataLoader<LocatedPage, Body>
  readonly files: DataLoader<ContentKey, FileVersion | null, string>
  readonly allFiles: DataLoader<string, StoredFile[]>
  readonly fileSizes: DataLoader<string, number>
  readonly reusableContents: DataLoader<ContentKey, ReusableContentVersion | null, string>
  readonly allReusableContents: DataLoader<string, ReusableContentVersion[]>
}

/** Returns the loaders of a request. The rows are immutable, so cached results never become stale. */
export const contentLoaders = perRequest(createLoaders)

function createLoaders({ database: { pool, prisma }, cost }: Context): ContentLoaders {
  const cacheKeyFn = ({ revisionId, pageId }: PageKey) => `${revisionId} ${pageId}`
  return {
    pages: new DataLoader((keys) => readPages(pool, keys), { cacheKeyFn }),
    paths: new DataLoader((keys) => readPagePaths(pool, keys), { cacheKeyFn }),
    allPages: new DataLoader((revisionIds) => readAllPages(pool, revisionIds, cost)),
    descendants: new DataLoader((pages: readonly LocatedPage[]) => readDescendants(pool, pages, cost), {
      cacheKeyFn: ({ location, pageId }: LocatedPage) => `${location.revisionId} ${pageId}`,
    }),
    computedPages: new DataLoader((revisionIds) => readComputedPages(pool, revisionIds, cost)),
    bodies: new DataLoader((pages) => readPageBodies(pool, pages, cost)),
    files: contentLoader('FileVersion', pool),
    allFiles: new DataLoader((revisionIds) =>
      rowsOfRevisions<StoredFile>(
        `SELECT v.*, b.size FROM ${rowsIn('FileVersion', 'r')} v JOIN "Blob" b ON b.hash = v."blobHash"
         ORDER BY v."fileId"`,
        revisionIds,
        pool,
        cost,
      ),
    ),
    fileSizes: new DataLoader(async (hashes) => {
      const blobs = await prisma.blob.findMany({ where: { hash: { in: [...hashes] } } })
      return inOrder(hashes, blobs, (blob) => blob.hash).map((blob) => blob?.size ?? 0)
    }),
    reusableContents: contentLoader('ReusableContentVersion', pool),
    allReusableContents: new DataLoader((revisionIds) =>
      rowsOfRevisions<ReusableContentVersion>(
        `SELECT v.* FROM ${rowsIn('ReusableContentVersion', 'r')} v ORDER BY v."reusableId"`,
        revisionIds,
        pool,
        cost,
      ),
    ),
  }
}

function contentLoader<Row extends object>(model: ContentModel, pool: Context['database']['pool']) {
  return new DataLoader<ContentKey, Row | null, string>(
    async (keys) => {
      const { rows } = await pool.query<Row & { n: number; layer: number }>(
        `SELECT k.n::int AS n, v.* FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k(revision, id, n)
         JOIN "Revision" r ON r.id = k.revision
         CROSS JOIN LATERAL (${rowIn(model, 'r', 'k.id')}) v`,
        [keys.map(({ revisionId }) => revisionId), keys.map(({ id }) => id)],
      )
      const found = new Array<Row | null>(keys.length).fill(null)
      for (const { n, layer: _, ...row } of rows) found[n - 1] = row as unknown as Row
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
  pool: Context['database']['pool'],
  cost: Cost | undefined,
): Promise<Row[][]> {
  const { rows } = await pool.query<Row & { n: number }>(
    `SELECT k.n::int AS n, v.* FROM unnest($1::text[]) WITH ORDINALITY AS k(revision, n)
     JOIN "Revision" r ON r.id = k.revision
     CROSS JOIN LATERAL (${select}) v
     ORDER BY k.n LIMIT $2`,
    [revisionIds, cost?.rowsToStopAt ?? null],
  )
  cost?.readRows(rows.length)
  const groups = revisionIds.map((): Row[] => [])
  for (const row of rows) groups[row.n - 1]?.push(row)
  return groups
}
