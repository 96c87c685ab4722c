import type { RunStatement } from '../../database/rows.ts'
import type { LinkKind } from '../../generated/prisma/enums.ts'
import { decodeCursor, encodeCursor } from '../../graph/declare/cursor.ts'
import type { Window } from '../../graph/declare/keyset.ts'
import { keptStatement } from './kept-link-reads.ts'
import { linkLimits } from './limits.ts'
import {
  baseRow,
  hasBase,
  keyOf,
  linksKept,
  linksOfPages,
  linksOfRevision,
  listRows,
  parametersOf,
  type RevisionList,
  revisionRow,
  statusOf,
  targetColumns,
} from './link-rows.ts'

export type LinkStatus = 'OK' | 'HEALED' | 'BROKEN' | 'IN_APP'

/** Filters broken links: SPACE for links already broken in the base of the change request, CHANGE_REQUEST for others. */
export type BrokenContext = 'CHANGE_REQUEST' | 'SPACE'

export interface LinkFilter {
  readonly status?: readonly LinkStatus[] | null
  readonly brokenContext?: BrokenContext | null
}

/** The options that all lists of one read have in common. */
export interface LinkSelection extends LinkFilter {
  /** Whether the lists are of one page each, or of all pages of a revision. */
  readonly of: 'PAGE' | 'REVISION'
  readonly baseURL: string
  readonly window: Window
}

/** The page and section that contain a link. */
export interface LinkSource {
  readonly pageId: string
  readonly section: string | null
}

/** All links of a list to the same target. Absent values are empty strings. */
export interface LinkRow {
  readonly key: string
  readonly kind: LinkKind
  readonly target: string
  readonly space: string
  readonly anchor: string
  readonly url: string
  readonly status: LinkStatus
  readonly relation: 'REFERENCE' | 'DEPENDS_ON'
  readonly sources: readonly LinkSource[]
}

export interface LinkStats {
  readonly total: number
  readonly broken: number
  /** The links that are not broken in the base of the change request; null outside of change requests. */
  readonly brokenByChangeRequest: number | null
}

export interface LinkPage {
  readonly stats: LinkStats
  readonly count: number
  readonly rows: readonly LinkRow[]
  readonly more: boolean
}

const order = 'links'

export const cursorOf = (key: string): string => encodeCursor(order, [key])

/** A row of a statement: a list of links with what one statement reads of it. */
type ListRow = Omit<LinkPage, 'more'>

/**
 * Reads the same window of lists of links, each with the statistics of the whole list, in one statement. Lists of all pages of
 * another revision than the current one of primary content are read in another.
 */
export async function readLinkPages(
  run: RunStatement,
  selection: LinkSelection,
  lists: readonly RevisionList[],
): Promise<LinkPage[]> {
  const { of, window } = selection
  const parametersFor = parametersOfSelection(selection)
  const kept = of === 'PAGE' ? noLists : await readKept(run, selection, parametersFor, lists)
  const others = lists.filter((list) => !kept.has(list))
  const read =
    others.length === 0
      ? []
      : await run<ListRow>(statement(of, window.backward, hasBase(others)), parametersFor(others))
  const rows = new Map([...kept, ...others.map((list, index) => [list, read[index] as ListRow] as const)])
  return lists.map((list) => pageOf(rows.get(list) as ListRow, window))
}

type RowsOfLists = ReadonlyMap<RevisionList, ListRow>

const noLists: RowsOfLists = new Map()

/** Reads those of the lists of which the links are kept. */
async function readKept(
  run: RunStatement,
  { window, status, brokenContext }: LinkSelection,
  parametersFor: (lists: readonly RevisionList[]) => readonly unknown[],
  lists: readonly RevisionList[],
): Promise<RowsOfLists> {
  const primary = lists.filter(({ revision }) => revision.baseBranchId === null)
  if (primary.length === 0) return noLists
  const onlyBroken = brokenContext != null || (status?.every((each) => each === 'BROKEN') ?? false)
  const rows = await run<ListRow & { kept: boolean }>(
    keptStatement({ onlyBroken, isListed }, window.backward),
    parametersFor(primary),
  )
  const read = primary.map((list, index) => [list, rows[index] as (typeof rows)[number]] as const)
  return new Map(read.filter(([, { kept }]) => kept))
}

const pageOf = ({ stats, count, rows }: ListRow, window: Window): LinkPage => {
  const found = rows.slice(0, window.limit)
  if (window.backward) found.reverse()
  return { stats, count, rows: found, more: rows.length > window.limit }
}

/** Returns a function from lists to the parameters of their statement. */
function parametersOfSelection({ window, ...selection }: LinkSelection) {
  const argument = window.backward ? 'before' : 'after'
  const cursor = window.cursor === null ? null : decodeCursor(argument, order, ['text'], window.cursor)[0]
  return (lists: readonly RevisionList[]) => [
    ...parametersOf(lists),
    selection.baseURL,
    selection.status ?? null,
    selection.brokenContext ?? null,
    cursor,
    window.limit + 1,
    linkLimits.sourcesPerLink,
    linkLimits.sourcesPerPage,
  ]
}

const isListed = `($8::text[] IS NULL OR i.status = ANY($8))
  AND ($9::text IS NULL OR i.status = 'BROKEN' AND i."brokenBefore" = ($9 = 'SPACE'))`

/** SQL: whether a link is broken outside of the change request. Links of other revisions are broken nowhere else. */
const brokenBefore = `i.status = 'BROKEN' AND CASE
  WHEN list."baseBranchId" IS NULL THEN TRUE
  ELSE (${targetColumns}) IN (SELECT ${targetColumns} FROM below)
    AND (SELECT ${statusOf('i', '$7::text')} FROM ${baseRow}) = 'BROKEN' END`

/** Returns SQL for the links that the lists are of, as recursive common table expressions. */
function linksOf(of: LinkSelection['of'], withBase: boolean): string {
  const own = 'list."spaceId"'
  const linksIn = (name: string, revision: string) =>
    of === 'PAGE'
      ? linksOfPages(name, revision, 'v."pageId" = list.id', own)
      : linksOfRevision(name, revision, own)
  const kept = of === 'PAGE' ? [] : [linksKept]
  const below = withBase ? [linksIn('below', baseRow)] : []
  return [...kept, linksIn('links', revisionRow(withBase)), ...below].join(',')
}

function statement(of: LinkSelection['of'], backward: boolean, withBase: boolean): string {
  const revision = revisionRow(withBase)
  const [after, direction] = backward ? ['<', 'DESC'] : ['>', 'ASC']
  return `
SELECT page.* FROM ${listRows} CROSS JOIN LATERAL (
WITH RECURSIVE ${linksOf(of, withBase)},
targets AS MATERIALIZED (
  SELECT ${targetColumns}, bool_or(relation = 'DEPENDS_ON') AS depends FROM links GROUP BY ${targetColumns}),
checked AS MATERIALIZED (
  SELECT i.*, (SELECT ${statusOf('i', '$7::text')} FROM ${revision}) AS status,
    ${keyOf('i')} AS key
  FROM targets i),
items AS MATERIALIZED (SELECT i.*, ${withBase ? brokenBefore : `i.status = 'BROKEN'`} AS "brokenBefore" FROM checked i),
page AS MATERIALIZED (
  SELECT i.* FROM items i WHERE ${isListed} AND ($10::text IS NULL OR i.key ${after} $10)
  ORDER BY i.key ${direction} LIMIT $11::int),
linked AS (
  SELECT i.key, l.*, dense_rank() OVER (PARTITION BY i.key ORDER BY l."pageId") AS page
  FROM page i JOIN links l USING (${targetColumns})),
sources AS (
  SELECT key, "pageId", section, row_number() OVER (PARTITION BY key ORDER BY "pageId", min(ordinal)) AS n
  FROM (
    SELECT key, "pageId", ordinal, CASE WHEN "sectionIn" IS NULL THEN section ELSE (
      SELECT d.section FROM "DocumentLink" d WHERE d."documentId" = "sectionIn" AND d.ordinal = l.ordinal) END AS section
    FROM linked l WHERE page <= $12::int) l
  GROUP BY key, "pageId", section),
shown AS (
  SELECT key, json_agg(json_build_object('pageId', "pageId", 'section', section) ORDER BY n) AS sources
  FROM (SELECT * FROM sources WHERE n <= $12::int ORDER BY n, key LIMIT $13::int) s GROUP BY key)
SELECT
  (SELECT json_build_object(
     'total', count(*), 'broken', count(*) FILTER (WHERE i.status = 'BROKEN'),
     'brokenByChangeRequest', CASE WHEN list."baseBranchId" IS NOT NULL
       THEN count(*) FILTER (WHERE i.status = 'BROKEN' AND NOT i."brokenBefore") END)
   FROM items i) AS stats,
  (SELECT count(*)::int FROM items i WHERE ${isListed}) AS count,
  (SELECT coalesce(json_agg(json_build_object(
     'key', i.key, 'kind', i.kind, 'target', i.target, 'space', i.space, 'anchor', i.anchor, 'url', i.url,
     'status', i.status, 'relation', CASE WHEN i.depends THEN 'DEPENDS_ON' ELSE 'REFERENCE' END,
     'sources', coalesce(s.sources, '[]')) ORDER BY i.key ${direction}), '[]')
   FROM page i LEFT JOIN shown s USING (key)) AS rows
) page ORDER BY list.n`
}
