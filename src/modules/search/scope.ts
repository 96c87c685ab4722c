import type { RunStatement } from '../../database/rows.ts'
import { compileWhere, Parameters, type Where } from '../../database/where.ts'
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
  const [row] = await run<Omit<SearchScope, 'sampled'> & SearchScope['sampled']>(
    `WITH spaces AS MATERIALIZED (${spacesOf(filter, parameters)}),
     size AS MATERIALIZED (
       SELECT count(*)::int AS pages FROM (${firstPages('spaces', 'TRUE', countedPages + 1)}) p)
     SELECT size.pages, ARRAY(SELECT id FROM spaces LIMIT ${countedSpaces + 1}) AS "spaceIds",
       ARRAY(
         SELECT word FROM "SearchWord"
         WHERE size.pages > ${scannedPages} AND word > ${parameters.add(unfinished)} AND word < ${parameters.add(unfinished && unfinished + lastCharacter)}
         ORDER BY length(word), word LIMIT ${completions + 1}) AS completions, sample.*
     FROM size CROSS JOIN LATERAL (
       SELECT ${count(match)} AS match, ${count(inTitle)} AS "inTitle", ${count(inHeadings)} AS "inHeadings"
       FROM (${firstPages('spaces', 'p.vector', sampledPages)}) p WHERE size.pages > ${scannedPages}) sample`,
    parameters.values,
  )
  const { pages, spaceIds, completions: words, ...sampled } = row as SearchScope & SearchScope['sampled']
  return { pages, spaceIds, completions: words, sampled }
}

/** Returns SQL for the ids of the searched spaces. */
export const spacesOf = (filter: SpaceFilter, parameters: Parameters): string =>
  `SELECT s.id FROM "Space" s WHERE ${compileWhere('Space', filter, 's', parameters)} ORDER BY s.id`

/** Returns SQL for columns of the first pages of spaces, which are in the order of their ids. */
export const firstPages = (spaces: string, columns: string, limit: number): string => `
  SELECT p.* FROM ${spaces} s CROSS JOIN LATERAL (
    SELECT ${columns} FROM "SearchPage" p WHERE p."spaceId" = s.id ORDER BY p."pageId" LIMIT ${limit}) p
  LIMIT ${limit}`
