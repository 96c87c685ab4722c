import type { RunStatement } from '../../database/rows.ts'
import { decodeCursor, encodeCursor } from '../../graph/declare/cursor.ts'
import type { Window } from '../../graph/declare/keyset.ts'
import { Parameters } from '../../graph/sql/where.ts'
import { candidatesOf, type Searched, typedTier } from './candidates.ts'
import { pagesOfSpace, readLimits } from './limits.ts'

export interface FoundPage {
  readonly spaceId: string
  readonly pageId: string
  readonly title: string
  readonly revisionId: string
  /** Whether its text is computed, so that it may be no stored page. */
  readonly computed: boolean
  /** How well the page matches, as a number that only the results of one query can be compared by. */
  readonly score: number
  /** The place of the page among all results, starting at 1. */
  readonly place: number
}

/** A space with matching pages, of which it has the best. */
export interface FoundSpace {
  readonly id: string
  readonly title: string
  readonly pages: readonly FoundPage[]
}

export interface Ranked<Item> extends Totals {
  readonly edges: { readonly node: Item; readonly cursor: string }[]
  readonly more: boolean
}

interface Totals {
  readonly total: number
  /** Whether the total is the number of all results; otherwise there may be more. */
  readonly isTotalExact: boolean
}

/** Ranks the results of a query. `typed` is the original text of the query. */
export type Rank<Item> = (run: RunStatement, searched: Searched, typed: string) => Promise<Ranked<Item>>

/** The tiers of a match: the places of its words, and a title that begins with them or is equal to them. */
const titleTiers = 5

/**
 * Returns SQL for the candidates with their ranks. Matches of the exact title rank first, then matches in the title, in
 * headings and in the text. Within each group, pages are ranked by proximity and frequency of the words. That requires
 * reading the vectors, so only a limited number of pages is ranked; the others follow in the order of their ids. Matches
 * of corrected words come after all matches of the words as they were typed.
 */
function ranked(searched: Searched, typed: string, parameters: Parameters) {
  const { expressions, areAll, tier: place } = candidatesOf(searched, parameters)
  const title = `${parameters.add(typed)}::text`
  const [above, tier, match] = searched.typed
    ? [
        `CASE WHEN c.tier >= ${typedTier} THEN ${titleTiers} ELSE 0 END`,
        `(${place}) % ${typedTier}`,
        `CASE WHEN c.tier >= ${typedTier} THEN ${parameters.add(searched.typed.query.match)}::tsquery
           ELSE ${parameters.add(searched.query.match)}::tsquery END`,
      ]
    : ['0', place, `${parameters.add(searched.query.match)}::tsquery`]
  const ranks = `
${expressions},
ranked AS MATERIALIZED (
  SELECT c."spaceId", c."pageId", 10000000 * (${above} + CASE
      WHEN lower(p.title) = ${title} THEN 4
      WHEN t.tier = 2 AND starts_with(lower(p.title), ${title}) THEN 3
      ELSE t.tier END)
    + floor(1000000 * ts_rank_cd(p.vector, ${match}, 33))::int AS rank
  FROM candidates c JOIN "SearchPage" p ON p.ctid = c.location
    CROSS JOIN LATERAL (SELECT ${tier} AS tier OFFSET 0) t
  WHERE c.position <= ${readLimits.rankedPages}
  UNION ALL
  SELECT c."spaceId", c."pageId", 10000000 * (${above} + c.tier${searched.typed ? ` % ${typedTier}` : ''}) FROM candidates c WHERE c.position > ${readLimits.rankedPages})`
  return { ranks, areAll }
}

/** SQL for the pages with their place among all that were ranked. */
const placed = `placed AS (
  SELECT *, row_number() OVER (ORDER BY rank DESC, "pageId")::int AS place FROM ranked)`

/** Returns whether all words of the query are in the title of a page. */
export const isFoundByTitle = ({ score }: Pick<FoundPage, 'score'>): boolean =>
  Math.floor(score) % titleTiers >= 2

const scoreOf = (rank: number): number => rank / 10_000_000

export async function rankPages(
  run: RunStatement,
  searched: Searched,
  typed: string,
  window: Window,
): Promise<Ranked<FoundPage>> {
  const parameters = new Parameters()
  const { ranks, areAll } = ranked(searched, typed, parameters)
  const rows = await run<FoundPage & Totals & { rank: number | null }>(
    `WITH ${ranks}, ${placed}
     SELECT t.*, w.*, p.title, p.computed, s."revisionId"
     FROM (SELECT count(*)::int AS total, ${areAll} AS "isTotalExact" FROM ranked) t
     LEFT JOIN (
       SELECT "spaceId", "pageId", rank, place FROM placed
       WHERE ${afterCursor('pages', '"pageId"', window, parameters)}
       ORDER BY ${orderBy('"pageId"', window)} LIMIT ${parameters.add(window.limit + 1)}) w ON TRUE
     LEFT JOIN "SearchPage" p ON p."spaceId" = w."spaceId" AND p."pageId" = w."pageId"
     LEFT JOIN "Space" s ON s.id = w."spaceId"
     ORDER BY ${orderBy('w."pageId"', window)}`,
    parameters.values,
  )
  const items = rows.flatMap(({ rank, total: _, isTotalExact: __, ...page }) =>
    rank === null
      ? []
      : [
          {
            node: { ...page, score: scoreOf(rank) },
            cursor: encodeCursor(orderName('pages'), [rank, page.pageId]),
          },
        ],
  )
  return assemble(items, rows[0] as Totals, window)
}

interface SpaceRow extends Omit<FoundPage, 'score'>, Totals {
  readonly rank: number
  readonly best: number | null
  readonly spaceTitle: string
}

/** Ranks the filtered spaces by their best matching page. */
export async function rankSpaces(
  run: RunStatement,
  searched: Searched,
  typed: string,
  window: Window,
): Promise<Ranked<FoundSpace>> {
  const parameters = new Parameters()
  const { ranks, areAll } = ranked(searched, typed, parameters)
  const rows = await run<SpaceRow>(
    `WITH ${ranks}, ${placed},
     found AS MATERIALIZED (SELECT "spaceId", max(rank) AS rank FROM ranked GROUP BY "spaceId"),
     shown AS (
       SELECT "spaceId", rank AS best FROM found
       WHERE ${afterCursor('spaces', '"spaceId"', window, parameters)}
       ORDER BY ${orderBy('"spaceId"', window)} LIMIT ${parameters.add(window.limit + 1)}),
     pages AS (
       SELECT r."spaceId", r."pageId", r.rank, r.place, s.best, row_number() OVER (PARTITION BY r."spaceId" ORDER BY r.rank DESC, r."pageId") AS position
       FROM placed r JOIN shown s ON s."spaceId" = r."spaceId")
     SELECT t.*, w.*, p.title, p.computed, s.title AS "spaceTitle", s."revisionId"
     FROM (SELECT count(*)::int AS total, ${areAll} AS "isTotalExact" FROM found) t
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
    const pages = group.map(({ spaceId, pageId, title, revisionId, computed, rank, place }) => ({
      spaceId,
      pageId,
      title,
      revisionId,
      computed,
      score: scoreOf(rank),
      place,
    }))
    const cursor = encodeCursor(orderName('spaces'), [best as number, id])
    return { node: { id, title: spaceTitle, pages }, cursor }
  })
  return assemble(items, rows[0] as Totals, window)
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
  { total, isTotalExact }: Totals,
  { limit, backward }: Window,
): Ranked<Item> {
  const kept = edges.slice(0, limit)
  return { edges: backward ? kept.reverse() : kept, more: edges.length > limit, total, isTotalExact }
}
