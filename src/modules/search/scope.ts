import type { RunStatement } from '../../database/rows.ts'
import { compileWhere, Parameters, type Where } from '../../graph/sql/where.ts'
import { readLimits } from './limits.ts'
import type { SearchQuery, TsQueries } from './ts-query.ts'

/** A condition on Space for the spaces that are searched, including the permissions of the viewer. */
export type SpaceFilter = Where

/** Statistics of the searched spaces, which decide how their pages are matched. */
export interface SearchScope {
  /** The number of pages, at most one more than is counted. */
  readonly pages: number
  /** The ids of the spaces, at most one more than is counted. */
  readonly spaceIds: readonly string[]
  /** The results among the sampled pages. Zero if all pages are scanned. */
  readonly sampled: Readonly<Record<keyof TsQueries, number>>
  /**
   * The shortest words that begin with the unfinished word of the query, at most one more than are used. Words that are
   * too short or long to be corrected are none. Empty if all pages are scanned.
   */
  readonly completions: readonly string[]
}

/** Returns whether all pages are matched one by one, without the index. */
export const isScanned = ({ pages }: SearchScope): boolean => pages <= readLimits.scannedPages

/** Returns whether the results are counted, however frequent they are. */
export const isCounted = ({ pages, spaceIds }: SearchScope): boolean =>
  pages <= readLimits.countedPages && spaceIds.length <= readLimits.countedSpaces

/** Follows every other character in the order of the index. */
const lastCharacter = '\u{10ffff}'

/** Measures the searched spaces in one statement, which reads a limited number of rows. */
export async function measureScope(
  run: RunStatement,
  query: SearchQuery,
  filter: SpaceFilter,
): Promise<SearchScope> {
  const parameters = new Parameters()
  const { scannedPages, sampledPages, countedPages, countedSpaces, completions } = readLimits
  const { match, inTitle, inHeadings, unfinished } = query
  const count = (condition: string) =>
    `count(*) FILTER (WHERE vector @@ ${parameters.add(condition)}::tsquery)::int`
  // The spaces that have more pages than are scanned are read, and no others, however many there are.
  const [row] = await run<Omit<SearchScope, 'sampled'> & SearchScope['sampled']>(
    `WITH ${searchedSpaces(filter, parameters, { first: scannedPages + 1 })},
     size AS MATERIALIZED (
       SELECT least(${countedPages + 1}, CASE WHEN (SELECT count(*) FROM readable) > ${scannedPages} THEN ${countedPages + 1}
         WHEN ${areMany} THEN (SELECT sum(pages) FROM counted)
         ELSE (SELECT count(*) FROM (${firstPages('TRUE', countedPages + 1)}) p) END)::int AS pages)
     SELECT size.pages, ARRAY(SELECT id FROM readable LIMIT ${countedSpaces + 1}) AS "spaceIds",
       ARRAY(
         SELECT word FROM "SearchWord"
         WHERE size.pages > ${scannedPages} AND word > ${parameters.add(unfinished)} AND word < ${parameters.add(unfinished && unfinished + lastCharacter)}
         ORDER BY length(word), word LIMIT ${completions + 1}) AS completions, sample.*
     FROM size CROSS JOIN LATERAL (
       SELECT ${count(match)} AS match, ${count(inTitle)} AS "inTitle", ${count(inHeadings)} AS "inHeadings"
       FROM (${firstPages('p.vector', sampledPages)}) p WHERE size.pages > ${scannedPages}) sample`,
    parameters.values,
  )
  const { pages, spaceIds, completions: words, ...sampled } = row as SearchScope & SearchScope['sampled']
  return { pages, spaceIds, completions: words, sampled }
}

/** SQL for whether so many spaces are searched that it is dearer to look for pages in each than to read which have some. */
const areMany = `(SELECT count(*) > ${readLimits.countedSpaces} FROM readable)`

/** The first spaces that are searched, or those of a few pages. */
interface SomeSpaces {
  readonly first?: number
  /** SQL for a statement that selects the spaces of pages, as `spaceId`. The spaces are these if they are few. */
  readonly ofPages?: string
}

/**
 * Returns common table expressions: `readable` has the ids of the searched spaces, and `spaces` those in which to look for
 * pages, in the order of their ids. If there are many, these are the ones in `counted`, with the numbers of their pages: the
 * range of their organizations in an index, whose spaces are compared by hash.
 */
export const searchedSpaces = (
  filter: SpaceFilter,
  parameters: Parameters,
  { first, ofPages }: SomeSpaces = {},
): string => `
${readableSpaces(compileWhere('Space', filter, 's', parameters), { first, ofPages })},
counted AS MATERIALIZED (
  SELECT c."spaceId" AS id, c.pages FROM "SearchedSpace" c
  WHERE ${areMany} AND c.pages > 0 AND c."organizationId" = ANY(ARRAY(SELECT DISTINCT "organizationId" FROM readable))
    AND c."spaceId" <= (SELECT max(id) FROM readable) AND (c."spaceId" IN (SELECT id FROM readable)) IS TRUE),
spaces AS MATERIALIZED (
  SELECT id FROM readable WHERE NOT ${areMany} UNION ALL SELECT id FROM counted ORDER BY id)`

/** The pages whose spaces are looked up one by one. A part of all spaces is read for more. */
const fewPages = 100

function readableSpaces(condition: string, { first, ofPages }: SomeSpaces): string {
  const spaces = `SELECT s.id, s."organizationId" FROM "Space" s WHERE`
  if (ofPages === undefined)
    return `readable AS MATERIALIZED (${spaces} ${condition} ORDER BY s.id${first === undefined ? '' : ` LIMIT ${first}`})`
  const areFew = `(SELECT count(*) <= ${fewPages} FROM few)`
  return `few AS MATERIALIZED (${ofPages} LIMIT ${fewPages + 1}),
readable AS MATERIALIZED (
  ${spaces} ${areFew} AND s.id = ANY(ARRAY(SELECT DISTINCT "spaceId" FROM few)) AND ${condition}
  UNION ALL ${spaces} NOT ${areFew} AND ${condition} ORDER BY id)`
}

/** Returns SQL for columns of the first pages of the spaces, which are in the order of their ids. */
export const firstPages = (columns: string, limit: number): string => `
  SELECT p.* FROM spaces s CROSS JOIN LATERAL (
    SELECT ${columns} FROM "SearchPage" p WHERE p."spaceId" = s.id ORDER BY p."pageId" LIMIT ${limit}) p
  LIMIT ${limit}`
