import type { Parameters } from '../../database/where.ts'
import { readLimits } from './limits.ts'
import { firstPages, isCounted, type Scope, type SpaceFilter, spacesOf } from './scope.ts'
import type { SearchQuery, TsQueries } from './ts-query.ts'

/** The conditions of the index for a query. */
export interface IndexedQuery extends TsQueries {
  /** Whether the pages that the index finds must be examined, because it does not store the order of words. */
  readonly isExamined: boolean
  /** Whether the index finds all results. */
  readonly isComplete: boolean
}

/** SQL for the pages that are ranked. */
export interface Candidates {
  /** Common table expressions, of which `candidates` has each page with its tier and its position. */
  readonly expressions: string
  /** An expression: whether the candidates are all results. */
  readonly areAll: string
}

/** Where the words of a query are, and the tier of the pages that have them there. */
const places = [
  { name: 'inTitle', tier: 2 },
  { name: 'inHeadings', tier: 1 },
  { name: 'match', tier: 0 },
] as const satisfies readonly { name: keyof TsQueries; tier: number }[]

/** What a search is about. */
export interface Searched {
  readonly query: SearchQuery
  readonly filter: SpaceFilter
  readonly scope: Scope
  /** The conditions of the index, if it is used. */
  readonly indexed: IndexedQuery | undefined
}

/**
 * Selects the pages that are ranked, in bounded time: those that the index finds in the searched spaces, or else, the
 * first pages of the searched spaces, which are matched one by one. That suffices if there are few pages, and if results
 * are frequent, of which the index would find a large part of the installation.
 */
export function candidatesOf(searched: Searched, parameters: Parameters): Candidates {
  const { indexed, scope } = searched
  const sources: { name: string; text: string }[] = []
  let areAll = indexed ? 'FALSE' : 'TRUE'
  if (indexed)
    for (const { name, tier } of places.filter((place) => isFoundByIndex(scope, place.name))) {
      sources.push({ name: `"${name}"`, text: foundByIndex(searched, indexed, name, tier, parameters) })
      if (name === 'match' && indexed.isComplete)
        areAll = `(SELECT count(*) FROM "${name}") <= ${limitOf(indexed, name)}`
    }
  if (areAll === 'FALSE' || !indexed) sources.push({ name: 'scanned', text: scanned(searched, parameters) })
  const matching = sources.map(({ name }) => `SELECT "spaceId", "pageId", tier FROM ${name} WHERE matches`)
  return {
    expressions: `spaces AS MATERIALIZED (${spacesOf(searched.filter, parameters)}),
${sources.map(({ text }) => text).join(',')},
candidates AS MATERIALIZED (
  SELECT "spaceId", "pageId", max(tier) AS tier,
    row_number() OVER (ORDER BY max(tier) DESC, "spaceId", "pageId") AS position
  FROM (${matching.join(' UNION ALL ')}) c
  GROUP BY "spaceId", "pageId" ORDER BY position LIMIT ${readLimits.results})`,
    areAll,
  }
}

/** Returns whether the index is read for the words of a query at a place. */
const isFoundByIndex = (scope: Scope, place: keyof TsQueries): boolean =>
  isCounted(scope) || scope.sampled[place] < readLimits.frequentResults

function scanned({ query }: Searched, parameters: Parameters): string {
  const condition = (text: string) => `p.vector @@ ${parameters.add(text)}::tsquery`
  return `
scanned AS MATERIALIZED (
  SELECT "spaceId", "pageId", TRUE AS matches,
    CASE WHEN ${condition(query.inTitle)} THEN 2 WHEN ${condition(query.inHeadings)} THEN 1 ELSE 0 END AS tier
  FROM (${firstPages('spaces', '*', readLimits.scannedPages)}) p WHERE ${condition(query.match)})`
}

/** Of the titles and headings only those are read that are ranked. */
function limitOf({ isExamined }: IndexedQuery, place: keyof TsQueries): number {
  if (isExamined) return readLimits.examinedPages
  return place === 'match' ? readLimits.results : readLimits.rankedPages
}

/** Returns SQL for the pages that the index finds in the searched spaces. */
function foundByIndex(
  { query, scope: { spaceIds } }: Searched,
  indexed: IndexedQuery,
  name: keyof TsQueries,
  tier: number,
  parameters: Parameters,
): string {
  const matches = indexed.isExamined ? `p.vector @@ ${parameters.add(query[name])}::tsquery` : 'TRUE'
  const inSpaces =
    spaceIds.length <= readLimits.countedSpaces
      ? `ARRAY["spaceId"] && ${parameters.add(spaceIds)}::text[] AND `
      : ''
  // The query is a subquery so that the planner cannot estimate the number of matches. For common words it would scan
  // the table instead of the index, because it underestimates the cost of decompressing the vectors. A condition
  // that is an expression is not made a join, which might read the index once for each space.
  return `
"${name}" AS MATERIALIZED (
  SELECT p."spaceId", p."pageId", ${tier} AS tier, ${matches} AS matches
  FROM (SELECT * FROM "SearchPage" WHERE ${inSpaces}vector @@ (SELECT ${parameters.add(indexed[name])}::tsquery) OFFSET 0) p
  WHERE (p."spaceId" IN (SELECT id FROM spaces)) IS TRUE
  LIMIT ${limitOf(indexed, name) + 1})`
}
