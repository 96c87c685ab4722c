import { compileWhere, Parameters, type Where } from '../../database/where.ts'
import { decodeCursor, encodeCursor } from '../../graphql/cursor.ts'
import type { Window } from '../../graphql/keyset.ts'
import { pagesOfSpace } from './limits.ts'
import type { RunStatement } from './stems.ts'
import type { SearchQuery } from './ts-query.ts'

/** A page that was found. */
export interface FoundPage {
  readonly spaceId: string
  readonly pageId: string
  readonly title: string
  readonly revisionId: string
}

/** A space in which pages were found, with the best of them. */
export interface FoundSpace {
  readonly id: string
  readonly title: string
  readonly pages: readonly FoundPage[]
}

export interface Ranked<Item> {
  readonly edges: { readonly node: Item; readonly cursor: string }[]
  readonly more: boolean
  /** How many there are in all. */
  readonly total: number
}

/** Ranks what a query finds, with what was typed. */
export type Rank<Item> = (query: SearchQuery, typed: string, run: RunStatement) => Promise<Ranked<Item>>

/** The spaces that are searched: a condition on Space, which holds the policy. */
export type Scope = Where

const found = (query: SearchQuery, scope: Scope, parameters: Parameters) => `
found AS MATERIALIZED (
  SELECT p."spaceId", p."pageId", p.title, p.vector, s."revisionId", s.title AS "spaceTitle"
  FROM "SearchPage" p JOIN "Space" s ON s.id = p."spaceId"
  WHERE p.vector @@ ${parameters.add(query.match)}::tsquery AND ${compileWhere('Space', scope, 's', parameters)})`

/**
 * The title counts before headings, and those before the text; the title that was typed stands first. Within one of
 * these, nearness and number of the words decide. The vector is unpacked once, for all three.
 */
function ranked(query: SearchQuery, typed: string, parameters: Parameters): string {
  const [match, inTitle, inHeadings] = [query.match, query.inTitle, query.inHeadings].map(
    (text) => `${parameters.add(text)}::tsquery`,
  )
  const title = parameters.add(typed)
  return `
ranked AS MATERIALIZED (
  SELECT f.*, floor(1000000 * ts_rank_cd(u.vector, ${match}, 33))::int + 10000000 * CASE
      WHEN lower(f.title) = ${title}::text THEN 4
      WHEN u.vector @@ ${inTitle} THEN CASE WHEN starts_with(lower(f.title), ${title}::text) THEN 3 ELSE 2 END
      WHEN u.vector @@ ${inHeadings} THEN 1
      ELSE 0 END AS rank
  FROM found f CROSS JOIN LATERAL (SELECT f.vector || ''::tsvector AS vector OFFSET 0) u)`
}

/** The pages of one space. */
export async function rankPages(
  run: RunStatement,
  query: SearchQuery,
  scope: Scope,
  typed: string,
  window: Window,
): Promise<Ranked<FoundPage>> {
  const parameters = new Parameters()
  const rows = await run<FoundPage & { rank: number | null; total: number }>(
    `WITH ${found(query, scope, parameters)}, ${ranked(query, typed, parameters)}
     SELECT t.total, w.* FROM (SELECT count(*)::int AS total FROM ranked) t
     LEFT JOIN (
       SELECT "spaceId", "pageId", title, "revisionId", rank FROM ranked
       WHERE ${afterCursor('pages', '"pageId"', window, parameters)}
       ORDER BY ${orderBy('"pageId"', window)} LIMIT ${parameters.add(window.limit + 1)}) w ON TRUE
     ORDER BY ${orderBy('"pageId"', window)}`,
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

/** Spaces in the order of their best pages. */
export async function rankSpaces(
  run: RunStatement,
  query: SearchQuery,
  scope: Scope,
  typed: string,
  window: Window,
): Promise<Ranked<FoundSpace>> {
  const parameters = new Parameters()
  const rows = await run<SpaceRow>(
    `WITH ${found(query, scope, parameters)}, ${ranked(query, typed, parameters)},
     spaces AS MATERIALIZED (SELECT "spaceId", max(rank) AS rank FROM ranked GROUP BY "spaceId"),
     shown AS (
       SELECT "spaceId", rank AS best FROM spaces
       WHERE ${afterCursor('spaces', '"spaceId"', window, parameters)}
       ORDER BY ${orderBy('"spaceId"', window)} LIMIT ${parameters.add(window.limit + 1)}),
     pages AS (
       SELECT r.*, s.best, row_number() OVER (PARTITION BY r."spaceId" ORDER BY r.rank DESC, r."pageId") AS place
       FROM ranked r JOIN shown s ON s."spaceId" = r."spaceId")
     SELECT t.total, w.* FROM (SELECT count(*)::int AS total FROM spaces) t
     LEFT JOIN (
       SELECT "spaceId", "spaceTitle", "revisionId", "pageId", title, best, place FROM pages
       WHERE place <= ${parameters.add(pagesOfSpace)}) w ON TRUE
     ORDER BY ${orderBy('"spaceId"', window, 'w.best')}, w.place`,
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

/** Checks the cursor of a window, whatever comes of the search. */
export function checkCursor(kind: Kind, window: Window): void {
  afterCursor(kind, '', window, new Parameters())
}

function afterCursor(kind: Kind, id: string, window: Window, parameters: Parameters): string {
  if (window.cursor === null) return 'TRUE'
  const argument = window.backward ? 'before' : 'after'
  const [rank, last] = decodeCursor(argument, orderName(kind), ['int', 'text'], window.cursor)
  const place = `${parameters.add(rank)}::int`
  const [further, behind] = window.backward ? ['>', '<'] : ['<', '>']
  return `(rank ${further} ${place} OR (rank = ${place} AND ${id} ${behind} ${parameters.add(last)}::text))`
}

function assemble<Item>(
  edges: { node: Item; cursor: string }[],
  total: number,
  { limit, backward }: Window,
): Ranked<Item> {
  const kept = edges.slice(0, limit)
  return { edges: backward ? kept.reverse() : kept, more: edges.length > limit, total }
}
