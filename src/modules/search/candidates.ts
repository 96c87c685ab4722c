import type { Parameters } from '../../graph/sql/where.ts'
import { readLimits } from './limits.ts'
import { firstPages, isCounted, type SearchScope, type SpaceFilter, searchedSpaces } from './scope.ts'
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
  /** Common table expressions, of which `candidates` has each page with its tier, its position and the location of its row. */
  readonly expressions: string
  /** An expression: whether the candidates are all results. */
  readonly areAll: string
  /** An expression: the tier of a candidate `c`, whose page is `p`. */
  readonly tier: string
}

/**
 * The parts of a page that may match, and the tier of the pages that match there. All pages that match are found first: if they
 * are few, the tier is seen on their pages, and the index is not asked again.
 */
const places = [
  { name: 'match', tier: 0 },
  { name: 'inTitle', tier: 2 },
  { name: 'inHeadings', tier: 1 },
] as const satisfies readonly { name: keyof TsQueries; tier: number }[]

export interface Searched {
  readonly query: SearchQuery
  readonly filter: SpaceFilter
  readonly scope: SearchScope
  /** The conditions of the index, if it is used. */
  readonly indexed: IndexedQuery | undefined
  /** Patterns of words that are not indexed where they are, for which the texts of the first pages are read instead. */
  readonly patterns?: readonly string[] | undefined
  /** The query as it was typed, whose few results come before those of corrected words. */
  readonly typed?: { readonly query: SearchQuery; readonly indexed: IndexedQuery | undefined } | undefined
}

/** Added to the tiers of the pages that match the query as it was typed, if its words were corrected. */
export const typedTier = 3

/**
 * Selects the pages that are ranked, in bounded time: those that the index finds in the searched spaces, or else, the
 * first pages of the searched spaces, which are matched one by one. That suffices if there are few pages, and if results
 * are frequent, of which the index would find a large part of the installation.
 */
export function candidatesOf(searched: Searched, parameters: Parameters): Candidates {
  const { indexed, patterns, scope } = searched
  if (patterns) {
    const areAll = scope.pages <= readLimits.textPages ? 'TRUE' : 'FALSE'
    return candidatesIn(
      searched,
      [{ name: 'read', text: readTexts(searched.query, patterns, parameters) }],
      areAll,
      parameters,
    )
  }
  const sources: { name: string; text: string }[] = []
  let areAll = indexed ? 'FALSE' : 'TRUE'
  let areMany: string | undefined
  if (indexed)
    for (const { name, tier } of places.filter((place) => isFoundByIndex(scope, place.name))) {
      const read = { indexed, name, place: name, tier: `${tier}`, condition: areMany }
      sources.push({ name: `"${name}"`, text: foundByIndex(searched, read, parameters) })
      if (name !== 'match' || !indexed.isComplete) continue
      areAll = `(SELECT count(*) FROM "${name}") <= ${limitOf(indexed, name)}`
      if (!searched.typed) areMany = `(SELECT count(*) > ${readLimits.rankedPages} FROM "${name}")`
    }
  if (areAll === 'FALSE' || !indexed) sources.push({ name: 'scanned', text: scanned(searched, parameters) })
  if (searched.typed?.indexed) sources.push(foundAsTyped(searched, searched.typed, parameters))
  const candidates = candidatesIn(searched, sources, areAll, parameters)
  if (!areMany) return candidates
  // All of them are ranked, for which their pages are read.
  const tier = `CASE WHEN ${areMany} THEN c.tier ${tierIn(searched.query, 0, parameters)} ELSE 0 END`
  return { ...candidates, tier }
}

function candidatesIn(
  searched: Searched,
  sources: readonly { readonly name: string; readonly text: string }[],
  areAll: string,
  parameters: Parameters,
): Candidates {
  const matching = sources.map(
    ({ name }) => `SELECT "spaceId", "pageId", tier, location FROM ${name} WHERE matches`,
  )
  return {
    expressions: `${searchedSpaces(searched.filter, parameters, { ofPages: fewPagesOf(searched, sources, parameters) })},
${sources.map(({ text }) => text).join(',')},
candidates AS MATERIALIZED (
  SELECT "spaceId", "pageId", max(tier) AS tier, max(location) AS location,
    row_number() OVER (ORDER BY max(tier) DESC, "spaceId", "pageId") AS position
  FROM (${matching.join(' UNION ALL ')}) c
  GROUP BY "spaceId", "pageId" ORDER BY position LIMIT ${readLimits.results})`,
    areAll,
    tier: 'c.tier',
  }
}

/**
 * Returns SQL for the pages that the index finds in all spaces. They are all that a search finds if nothing else is read: a word
 * that few pages have is then found without reading which spaces the viewer may read.
 */
function fewPagesOf(
  { indexed, scope }: Searched,
  sources: readonly { readonly name: string }[],
  parameters: Parameters,
): string | undefined {
  const isOfIndex = sources.every(({ name }) => places.some((place) => name === `"${place.name}"`))
  const hasMatch = sources.some(({ name }) => name === '"match"')
  if (!indexed || !isOfIndex || !hasMatch || scope.spaceIds.length <= readLimits.countedSpaces)
    return undefined
  return `SELECT "spaceId" FROM "SearchPage" WHERE vector @@ (SELECT ${parameters.add(indexed.match)}::tsquery)`
}

/** Returns whether the index is read for the words of a query at a place. */
const isFoundByIndex = (scope: SearchScope, place: keyof TsQueries): boolean =>
  isCounted(scope) || scope.sampled[place] < readLimits.frequentResults

const condition = (text: string, parameters: Parameters) => `p.vector @@ ${parameters.add(text)}::tsquery`

/** Returns the branches of a CASE for the tier of a page `p` that matches the query. */
const tierIn = ({ inTitle, inHeadings }: TsQueries, above: number, parameters: Parameters) =>
  `WHEN ${condition(inTitle, parameters)} THEN ${above + 2}
   WHEN ${condition(inHeadings, parameters)} THEN ${above + 1}`

/**
 * SQL for the columns of a page `p` and the location of its row, by which the row is found again in the same statement: that
 * takes one block, and its key several.
 */
const located = 'p.*, p.ctid AS location'

function scanned({ query, typed }: Searched, parameters: Parameters): string {
  const asTyped = typed
    ? `WHEN ${condition(typed.query.match, parameters)}
       THEN CASE ${tierIn(typed.query, typedTier, parameters)} ELSE ${typedTier} END`
    : ''
  return `
scanned AS MATERIALIZED (
  SELECT "spaceId", "pageId", location, TRUE AS matches, CASE ${asTyped} ${tierIn(query, 0, parameters)} ELSE 0 END AS tier
  FROM (${firstPages(located, readLimits.scannedPages)}) p WHERE ${condition(query.match, parameters)})`
}

/** Finds the pages that match the query as it was typed, which are few. */
function foundAsTyped(
  searched: Searched,
  { query, indexed }: NonNullable<Searched['typed']>,
  parameters: Parameters,
): { name: string; text: string } {
  const tier = `CASE ${tierIn(query, typedTier, parameters)} ELSE ${typedTier} END`
  const read = { indexed: indexed as IndexedQuery, name: 'typed', place: 'match', tier } as const
  return { name: '"typed"', text: foundByIndex({ ...searched, query }, read, parameters) }
}

/** Of the titles and headings only those are read that are ranked. */
function limitOf({ isExamined }: IndexedQuery, place: keyof TsQueries): number {
  if (isExamined) return readLimits.examinedPages
  return place === 'match' ? readLimits.results : readLimits.rankedPages
}

/** Finds the patterns in the texts of the first pages. */
function readTexts({ exclusion }: SearchQuery, patterns: readonly string[], parameters: Parameters): string {
  const isIncluded = exclusion === null ? 'TRUE' : condition(exclusion, parameters)
  return `
read AS MATERIALIZED (
  SELECT p."spaceId", p."pageId", p.location, TRUE AS matches, 0 AS tier
  FROM (${firstPages(located, readLimits.textPages)}) p
  WHERE ${isIncluded} AND (
    SELECT bool_and(EXISTS (
      SELECT 1 FROM "SearchSection" s
      WHERE s."spaceId" = p."spaceId" AND s."pageId" = p."pageId" AND s.ordinal < ${readLimits.textSections}
        AND left(s.body, ${readLimits.textCharacters}) ~* pattern))
    FROM unnest(${parameters.add(patterns)}::text[]) pattern))`
}

interface IndexRead {
  readonly indexed: IndexedQuery
  readonly name: string
  readonly place: keyof TsQueries
  /** SQL for the tier of a page `p`. */
  readonly tier: string
  /** SQL for whether anything is read. */
  readonly condition?: string | undefined
}

/** Returns SQL for the pages that the index finds in the searched spaces. */
function foundByIndex(
  { query, scope: { spaceIds } }: Searched,
  { indexed, name, place, tier, condition: isRead }: IndexRead,
  parameters: Parameters,
): string {
  const ifRead = isRead === undefined ? '' : `${isRead} AND `
  const matches = indexed.isExamined ? condition(query[place], parameters) : 'TRUE'
  const inSpaces =
    spaceIds.length <= readLimits.countedSpaces
      ? `ARRAY["spaceId"] && ${parameters.add(spaceIds)}::text[] AND `
      : ''
  // The query is a subquery so that the planner cannot estimate the number of matches. For common words it would scan
  // the table instead of the index, because it underestimates the cost of decompressing the vectors. A condition
  // that is an expression is not made a join, which might read the index once for each space.
  return `
"${name}" AS MATERIALIZED (
  SELECT p."spaceId", p."pageId", p.location, ${tier} AS tier, ${matches} AS matches
  FROM (SELECT ${located} FROM "SearchPage" p WHERE ${ifRead}${inSpaces}vector @@ (SELECT ${parameters.add(indexed[place])}::tsquery) OFFSET 0) p
  WHERE (p."spaceId" IN (SELECT id FROM readable)) IS TRUE
  LIMIT ${limitOf(indexed, place) + 1})`
}
