import { getOrCreate } from '../../base/get-or-create.ts'
import type { RunStatement } from '../../database/rows.ts'
import { ancestorsAndSelf } from '../../formats/merge/page-forest.ts'
import type { PageVersion } from '../../generated/prisma/client.ts'
import { arrayParameter } from '../../graph/sql/array-parameter.ts'
import type { Cost } from '../../request/cost.ts'
import { type LocatedPage, locate, withPaths } from './located-content.ts'
import { pageAndAbove, pageAtPath, pathOfClimb, point, withoutEmptySegments } from './page-climb.ts'
import { rowIn, rowsIn } from './revision-rows.ts'

/** Returns SQL for the row of the page `page` in the revision `revision`. */
const versionOf = (page: string, revision: string) => rowIn('PageVersion', revision, page)

type PageRow = PageVersion & { n: number; layer?: number; spaceId: string; revisionId: string }

function toLocatedPage(
  { n: _, layer: __, spaceId, revisionId, ...page }: PageRow,
  path?: string,
): LocatedPage {
  return locate(page, { spaceId, revisionId, path })
}

export interface PageKey {
  readonly revisionId: string
  readonly pageId: string
}

/** Returns the parameters of a statement that reads pages by their keys. */
export const parametersOfKeys = (keys: readonly PageKey[]) => [
  keys.map((k) => k.revisionId),
  keys.map((k) => k.pageId),
]

/** SQL: the keys `k` of the parameters that `parametersOfKeys` returns, each with its revision `r`. */
export const pagesOfKeys = `unnest(${arrayParameter('$1')}, ${arrayParameter('$2')}) WITH ORDINALITY AS k(revision, page, n)
     JOIN "Revision" r ON r.id = k.revision`

/** Reads pages by id, each in its revision, in one statement. Null where the revision has no such page. */
export async function readPages(
  run: RunStatement,
  keys: readonly PageKey[],
): Promise<(LocatedPage | null)[]> {
  const rows = await run<PageRow>(
    `SELECT k.n::int AS n, r."spaceId", r.id AS "revisionId", v.*
     FROM ${pagesOfKeys} CROSS JOIN LATERAL (${versionOf('k.page', 'r')}) v`,
    parametersOfKeys(keys),
  )
  const pages = new Array<LocatedPage | null>(keys.length).fill(null)
  for (const row of rows) pages[row.n - 1] = toLocatedPage(row)
  return pages
}

/** The pages below a parent in a revision, or at its root. */
export interface Siblings {
  readonly revisionId: string
  readonly parentId: string | null
}

/** Counts the stored pages below parents, and how many of them are computed pages, in one statement. */
export function countSiblings(
  run: RunStatement,
  keys: readonly Siblings[],
): Promise<readonly { total: number; computed: number }[]> {
  const isBelowParent = `coalesce(v."parentId", '') = coalesce(k.parent, '')`
  return run<{ total: number; computed: number }>(
    `SELECT c.total, c.computed
     FROM unnest(${arrayParameter('$1')}, ${arrayParameter('$2')}) WITH ORDINALITY AS k(revision, parent, n)
     JOIN "Revision" r ON r.id = k.revision
     CROSS JOIN LATERAL (
       SELECT count(*)::int AS total, (count(*) FILTER (WHERE v.type = 'COMPUTED'))::int AS computed
       FROM ${rowsIn('PageVersion', 'r', isBelowParent)} v) c
     ORDER BY k.n`,
    [keys.map(({ revisionId }) => revisionId), keys.map(({ parentId }) => parentId)],
  )
}

/** Reads the paths of pages, the slugs from the root to the page, in one statement. */
export async function readPagePaths(run: RunStatement, keys: readonly PageKey[]): Promise<string[]> {
  const rows = await run<{ path: string | null }>(
    `SELECT (SELECT ${pathOfClimb} FROM ${pageAndAbove('k.page', ['slug'])} t) AS path
     FROM ${pagesOfKeys} ORDER BY k.n`,
    parametersOfKeys(keys),
  )
  return rows.map(({ path }) => path ?? '')
}

/**
 * Reads pages with their ancestors, outermost first and the page last, in one statement that returns each ancestor once.
 * Empty where the revision has no such page. Stops at the limit of the operation.
 */
export async function readAncestorsAndSelf(
  run: RunStatement,
  keys: readonly PageKey[],
  cost?: Cost,
): Promise<LocatedPage[][]> {
  const rows = await run<PageRow>(
    `SELECT 1 AS n, r."spaceId", r.id AS "revisionId", v.*
     FROM (
       SELECT DISTINCT k.revision, t."pageId"
       FROM ${pagesOfKeys} CROSS JOIN LATERAL ${pageAndAbove('k.page', ['pageId'])} t) t
     JOIN "Revision" r ON r.id = t.revision CROSS JOIN LATERAL (${versionOf('t."pageId"', 'r')}) v
     LIMIT $3`,
    [...parametersOfKeys(keys), cost?.rowsToStopAt ?? null],
  )
  cost?.readRows(rows.length)
  const byRevision = new Map<string, Map<string, LocatedPage>>()
  for (const row of rows)
    getOrCreate(byRevision, row.revisionId, () => new Map()).set(row.pageId, toLocatedPage(row))
  return keys.map(({ revisionId, pageId }) =>
    withPaths(ancestorsAndSelf(byRevision.get(revisionId) ?? new Map(), pageId)),
  )
}

/** Reads the page at a path of a revision, with one index lookup per segment. */
export async function readPageByPath(
  run: RunStatement,
  revisionId: string,
  path: string,
): Promise<LocatedPage | null> {
  const wanted = withoutEmptySegments(path)
  const rows = await run<PageRow>(
    `SELECT 1 AS n, r."spaceId", r.id AS "revisionId", v.*
     FROM "Revision" r CROSS JOIN LATERAL (${pageAtPath('$2')}) v WHERE r.id = $1`,
    [revisionId, wanted],
  )
  const page = rows[0]
  return page ? toLocatedPage(page, wanted) : null
}

/**
 * Reads all pages of revisions in reading order: every page directly before its subpages. Stops at the limit of the
 * operation.
 */
export async function readAllPages(
  run: RunStatement,
  revisionIds: readonly string[],
  cost?: Cost,
): Promise<LocatedPage[][]> {
  const rows = await run<PageRow>(
    `SELECT v.* FROM (
       SELECT k.n::int AS n, r."spaceId", r.id AS "revisionId", v.*
       FROM unnest(${arrayParameter('$1')}) WITH ORDINALITY AS k(revision, n)
       JOIN "Revision" r ON r.id = k.revision
       CROSS JOIN LATERAL ${rowsIn('PageVersion', 'r')} v
       LIMIT $2) v
     ORDER BY v.position, v.id`,
    [revisionIds, cost?.rowsToStopAt ?? null],
  )
  cost?.readRows(rows.length)
  return group(rows, revisionIds.length).map((pages) => inReadingOrder(pages, null, ''))
}

/**
 * Reads the descendants of pages in reading order. OFFSET 0 keeps the planner, which overestimates the pages per parent,
 * from scanning the whole table instead of the index for each parent. Stops at the limit of the operation.
 */
export async function readDescendants(
  run: RunStatement,
  parents: readonly LocatedPage[],
  cost?: Cost,
): Promise<LocatedPage[][]> {
  const rows = await run<PageRow>(
    `WITH RECURSIVE below AS (
       SELECT k.n, r.id AS revision, r."spaceId", ${point('r')}, k.page AS "pageId"
       FROM unnest(${arrayParameter('$1')}, ${arrayParameter('$2')}) WITH ORDINALITY AS k(revision, page, n)
       JOIN "Revision" r ON r.id = k.revision
       UNION ALL
       SELECT b.n, b.revision, b."spaceId", ${point('b')}, v."pageId"
       FROM below b CROSS JOIN LATERAL (
         SELECT v."pageId" FROM ${rowsIn('PageVersion', 'b', 'v."parentId" = b."pageId"')} v OFFSET 0) v)
     SELECT v.* FROM (
       SELECT b.n::int AS n, b."spaceId", b.revision AS "revisionId", v.*
       FROM below b CROSS JOIN LATERAL (${versionOf('b."pageId"', 'b')}) v
       LIMIT $3) v
     ORDER BY v.position, v.id`,
    [...parametersOfKeys(parents), cost?.rowsToStopAt ?? null],
  )
  cost?.readRows(rows.length)
  return group(rows, parents.length).map((pages, index) => {
    const parent = parents[index] as LocatedPage
    return inReadingOrder(
      pages.filter((page) => page.pageId !== parent.pageId),
      parent.pageId,
      parent.path ?? (parent.parentId === null ? parent.slug : null),
    )
  })
}

function group(rows: readonly PageRow[], count: number): PageRow[][] {
  const groups = Array.from({ length: count }, (): PageRow[] => [])
  for (const row of rows) groups[row.n - 1]?.push(row)
  return groups
}

/** Sorts pages in reading order. `path` is the path of the root page; if it is null, the pages get no path. */
function inReadingOrder(
  pages: readonly PageRow[],
  rootId: string | null,
  path: string | null,
): LocatedPage[] {
  const children = Map.groupBy(pages, (page) => page.parentId)
  const ordered: LocatedPage[] = []
  const visit = (parentId: string | null, parentPath: string | null) => {
    for (const page of children.get(parentId) ?? []) {
      const own = parentPath === null ? null : [parentPath, page.slug].filter(Boolean).join('/')
      ordered.push(toLocatedPage(page, own ?? undefined))
      visit(page.pageId, own)
    }
  }
  visit(rootId, path)
  return ordered
}
