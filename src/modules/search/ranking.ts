import type { RunStatement } from '../../database/rows.ts'
import { compileWhere, Parameters, type Where } from '../../database/where.ts'
import { decodeCursor, encodeCursor } from '../../graphql/cursor.ts'
import type { Window } from '../../graphql/keyset.ts'
import { pagesOfSpace, rankedPages } from './limits.ts'
import type { SearchQuery } from './ts-query.ts'

/** A matching page. */
export interface FoundPage {
  readonly spaceId: string
  readonly pageId: string
  readonly title: string
  readonly revisionId: string
}

/** A space with matching pages, of which it has the best. */
export interface FoundSpace {
  readonly id: string
  readonly title: string
  readonly pages: readonly FoundPage[]
}

export interface Ranked<Item> {
  readonly edges: { readonly node: Item; readonly cursor: string }[]
  readonly more: boolean
  /** The number of all results. */
  readonly total: number
}

/** Runs a query and ranks its results. `typed` is the original text of the query. */
export type Rank<Item> = (query: SearchQuery, typed: string, run: RunStatement) => Promise<Ranked<Item>>

/** A condition on Space for the spaces that are searched, including the permissions of the viewer. */
export type SpaceFilter = Where

/**
 * Returns SQL for all matching pages with their ranks. Matches of the exact title rank first, then matches in the title,
 * in headings and in the text. Within each group, pages are ranked by proximity and frequency of the words. That
 * requires reading the vectors, so only a limited number of pages is ranked; the others follow in the order of their
 * ids.
 */
function ranked(query: SearchQuery, filter: SpaceFilter, typed: string, parameters: Parameters): string {
  const where = compileWhere('Space', filter, 's', parameters)
  // The query is a subquery so that the planner cannot estimate the number of matches. For common words it would scan
  // the table instead of the index, because it underestimates the cost of decompressing the vectors.
  const pages = (text: string) => `
    SELECT p."spaceId", p."pageId" FROM "SearchPage" p JOIN "Space" s ON s.id = p."spaceId"
    WHERE p.vector @@ (SELECT ${parameters.add(text)}::tsquery) AND ${where}`
  const first = `ORDER BY "spaceId", "pageId" LIMIT ${rankedPages}`
  const title = `${parameters.add(typed)}::text`
  return `
matched AS MATERIALIZED (${pages(query.match)}),
candidates AS (
  (SELECT *, 2 AS tier FROM (${pages(query.inTitle)}) t ${first})
  UNION ALL (SELECT *, 1 FROM (${pages(query.inHeadings)}) h ${first})
  UNION ALL (SELECT *, 0 FROM matched ${first})),
scored AS (
  SELECT c."spaceId", c."pageId",
    floor(1000000 * ts_rank_cd(p.vector, ${parameters.add(query.match)}::tsquery, 33))::int
    + 10000000 * CASE
        WHEN lower(p.title) = ${title} THEN 4
        WHEN c.tier = 2 AND starts_with(lower(p.title), ${title}) THEN 3
        ELSE c.tier END AS rank
  FROM (SELECT "spaceId", "pageId", max(tier) AS tier FROM candidates GROUP BY "spaceId", "pageId") c
  JOIN "SearchPage" p ON p."spaceId" = c."spaceId" AND p."pageId" = c."pageId"),
ranked AS MATERIALIZED (
  SELECT "spaceId", "pageId", max(rank) AS rank
  FROM (SELECT "spaceId", "pageId", 0 AS rank FROM matched UNION ALL SELECT * FROM scored) m
  GROUP BY "spaceId", "pageId")`
}

/** Ranks the matching pages of the filtered spaces. */
export async function rankPages(
  run: RunStatement,
  query: SearchQuery,
  filter: SpaceFilter,
  typed: string,
  window: Window,
): Promise<Ranked<FoundPage>> {
  const parameters = new Parameters()
  const rows = await run<FoundPage & { rank: number | null; total: number }>(
    `WITH ${ranked(query, filter, typed, parameters)}
     SELECT t.total, w.*, p.title, s."revisionId" FROM (SELECT count(*)::int AS total FROM ranked) t
     LEFT JOIN (
       SELECT "spaceId", "pageId", rank FROM ranked
       WHERE ${afterCursor('pages', '"pageId"', window, parameters)}
       ORDER BY ${orderBy('"pageId"', window)} LIMIT ${parameters.add(window.limit + 1)}) w ON TRUE
     LEFT JOIN "SearchPage" p ON p."spaceId" = w."spaceId" AND p."pageId" = w."pageId"
     LEFT JOIN "Space" s ON s.id = w."spaceId"
     ORDER BY ${orderBy('w."pageId"', window)}`,
    parameters.values,
  )
  const items = rows.flatMap(({ rank, total: _, ...page }) =>
    rank === null ? [] : [{ node: page, cursor: encodeCursor(orderName('pages'), [rank, page.pageId]) }],
  )
  return assemble(items, rows[0]?.total ?? 0, window)
}

interface SpaceRow extends FoundPage {
  readonly best: number | null
  readonly total: number
  readonly spaceTitle: string
}

/** Ranks the filtered spaces by their best matching page. */
export async function rankSpaces(
  run: RunStatement,
  query: SearchQuery,
  filter: SpaceFilter,
  typed: string,
  window: Window,
): Promise<Ranked<FoundSpace>> {
  const parameters = new Parameters()
  const rows = await run<SpaceRow>(
    `WITH ${ranked(query, filter, typed, parameters)},
     spaces AS MATERIALIZED (SELECT "spaceId", max(rank) AS rank FROM ranked GROUP BY "spaceId"),
     shown AS (
       SELECT "spaceId", rank AS best FROM spaces
       WHERE ${afterCursor('spaces', '"spaceId"', window, parameters)}
       ORDER BY ${orderBy('"spaceId"', window)} LIMIT ${parameters.add(window.limit + 1)}),
     pages AS (
       SELECT r."spaceId", r."pageId", s.best, row_number() OVER (PARTITION BY r."spaceId" ORDER BY r.rank DESC, r."pageId") AS position
       FROM ranked r JOIN shown s ON s."spaceId" = r."spaceId")
     SELECT t.total, w.*, p.title, s.title AS "spaceTitle", s."revisionId"
     FROM (SELECT count(*)::int AS total FROM spaces) t
     LEFT JOIN (SELECT * FROM pages WHERE position <= ${parameters.add(pagesOfSpace)}) w ON TRUE
     LEFT JOIN "SearchPage" p ON p."spaceId" = w."spaceId" AND p."pageId" = w."pageId"
     LEFT JOIN "Space" s ON s.id = w."spaceId"
     ORDER BY ${orderBy('w."spaceId"', window, 'w.best')}, w.position`,
    parameters.values,
  )
  const bySpace = Map.groupBy(
    rows.filter(({ best }) => best !== null),
    ({ spaceId }) => spaceId,
  )
  const items = [...bySpace].map(([id, group]) => {
    const [{ best, spaceTitle }] = group as [SpaceRow]
    const pages = group.map(({ spaceId, pageId, title, revisionId }) => ({
      spaceId,
      pageId,
      title,
      revisionId,
    }))
    const cursor = encodeCursor(orderName('spaces'), [best as number, id])
    return { node: { id, title: spaceTitle, pages }, cursor }
  })
  return assemble(items, rows[0]?.total ?? 0, window)
}

type Kind = 'pages' | 'spaces'

const orderName = (kind: Kind) => `search:${kind}`

const orderBy = (id: string, { backward }: Window, rank = 'rank') =>
  backward ? `${rank} ASC, ${id} DESC` : `${rank} DESC, ${id} ASC`

/** Throws if the cursor of a window is invalid, independent of the results of the search. */
export function assertCursor(kind: Kind, window: Window): void {
  afterCursor(kind, '', window, new Parameters())
}

function afterCursor(kind: Kind, id: string, window: Window, parameters: Parameters): string {
  if (window.cursor === null) return 'TRUE'
  const argument = window.backward ? 'before' : 'after'
  const [rank, last] = decodeCursor(argument, orderName(kind), ['int', 'text'], window.cursor)
  const rankParameter = `${parameters.add(rank)}::int`
  const [further, behind] = window.backward ? ['>', '<'] : ['<', '>']
  return `(rank ${further} ${rankParameter} OR (rank = ${rankParameter} AND ${id} ${behind} ${parameters.add(last)}::text))`
}

function assemble<Item>(
  edges: { node: Item; cursor: string }[],
  total: number,
  { limit, backward }: Window,
): Ranked<Item> {
  const kept = edges.slice(0, limit)
  return { edges: backward ? kept.reverse() : kept, more: edges.length > limit, total }
}
