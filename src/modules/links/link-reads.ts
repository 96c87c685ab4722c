import type { Pool } from 'pg'
import type { LinkKind } from '../../generated/prisma/enums.ts'
import { decodeCursor, encodeCursor } from '../../graphql/cursor.ts'
import type { Window } from '../../graphql/keyset.ts'
import { pointParameters, type RevisionPoint } from '../content/revision-rows.ts'
import { linkLimits } from './limits.ts'
import { linksOfPages, revisionRow, statusOf, targetColumns } from './link-rows.ts'

export type LinkStatus = 'OK' | 'BROKEN' | 'IN_APP'

/** Filters broken links: SPACE for links already broken in the base of the change request, CHANGE_REQUEST for others. */
export type BrokenContext = 'CHANGE_REQUEST' | 'SPACE'

export interface LinkList {
  readonly spaceId: string
  readonly revision: RevisionPoint
  /** The links of one page; of all pages if absent. */
  readonly pageId?: string
  readonly status?: LinkStatus | null
  readonly brokenContext?: BrokenContext | null
  /** Base URL of this installation. */
  readonly baseURL: string
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

/** Reads a window of a list of links with statistics of the whole list, in one statement. */
export async function readLinkPage(pool: Pool, list: LinkList, window: Window): Promise<LinkPage> {
  const { revision } = list
  const argument = window.backward ? 'before' : 'after'
  const cursor = window.cursor === null ? null : decodeCursor(argument, order, ['text'], window.cursor)[0]
  const inChangeRequest = revision.baseBranchId !== null
  const { rows } = await pool.query<Omit<LinkPage, 'more'>>(
    statement(list, inChangeRequest, window.backward),
    [
      ...pointParameters(revision),
      list.spaceId,
      list.baseURL,
      list.pageId ?? null,
      list.status ?? null,
      list.brokenContext ?? null,
      cursor,
      window.limit + 1,
      linkLimits.sourcesPerLink,
      linkLimits.sourcesPerPage,
    ],
  )
  const page = rows[0] as Omit<LinkPage, 'more'>
  const found = page.rows.slice(0, window.limit)
  if (window.backward) found.reverse()
  return { ...page, rows: found, more: page.rows.length > window.limit }
}

const samePage = '($7::text IS NULL OR v."pageId" = $7)'

/** SQL: the base revision of a change request, which has no base itself. */
const baseRow = `(VALUES ($3::text, $4::int, NULL::text, NULL::int))
  AS r("branchId", sequence, "baseBranchId", "baseSequence")`

const isListed = `($8::text IS NULL OR i.status = $8)
  AND ($9::text IS NULL OR i.status = 'BROKEN' AND i."brokenBefore" = ($9 = 'SPACE'))`

const brokenBefore = `i.status = 'BROKEN'
  AND (${targetColumns}) IN (SELECT ${targetColumns} FROM below)
  AND (SELECT ${statusOf('i', '$6::text')} FROM ${baseRow}) = 'BROKEN'`

function statement({ pageId }: LinkList, inChangeRequest: boolean, backward: boolean): string {
  const condition = pageId === undefined ? '$7::text IS NULL' : samePage
  const [after, direction] = backward ? ['<', 'DESC'] : ['>', 'ASC']
  const belowLinks = inChangeRequest ? `${linksOfPages('below', baseRow, condition, '$5::text')},` : ''
  return `
WITH ${linksOfPages('links', revisionRow(1), condition, '$5::text')}, ${belowLinks}
targets AS MATERIALIZED (
  SELECT ${targetColumns}, bool_or(relation = 'DEPENDS_ON') AS depends FROM links GROUP BY ${targetColumns}),
checked AS MATERIALIZED (
  SELECT i.*, (SELECT ${statusOf('i', '$6::text')} FROM ${revisionRow(1)}) AS status,
    i.kind || ':' || encode(sha256(convert_to(json_build_array(target, space, anchor, url)::text, 'UTF8')), 'hex')
      COLLATE "C" AS key
  FROM targets i),
items AS MATERIALIZED (
  SELECT i.*, ${inChangeRequest ? brokenBefore : `i.status = 'BROKEN'`} AS "brokenBefore" FROM checked i),
page AS MATERIALIZED (
  SELECT i.* FROM items i WHERE ${isListed} AND ($10::text IS NULL OR i.key ${after} $10)
  ORDER BY i.key ${direction} LIMIT $11::int),
sources AS (
  SELECT i.key, l."pageId", l.section,
    row_number() OVER (PARTITION BY i.key ORDER BY l."pageId", min(l.ordinal)) AS n
  FROM page i JOIN links l USING (${targetColumns}) GROUP BY i.key, l."pageId", l.section),
shown AS (
  SELECT key, json_agg(json_build_object('pageId', "pageId", 'section', section) ORDER BY n) AS sources
  FROM (SELECT * FROM sources WHERE n <= $12::int ORDER BY n, key LIMIT $13::int) s GROUP BY key)
SELECT
  (SELECT json_build_object(
     'total', count(*), 'broken', count(*) FILTER (WHERE i.status = 'BROKEN'),
     'brokenByChangeRequest', ${inChangeRequest ? `count(*) FILTER (WHERE i.status = 'BROKEN' AND NOT i."brokenBefore")` : 'NULL'})
   FROM items i) AS stats,
  (SELECT count(*)::int FROM items i WHERE ${isListed}) AS count,
  (SELECT coalesce(json_agg(json_build_object(
     'key', i.key, 'kind', i.kind, 'target', i.target, 'space', i.space, 'anchor', i.anchor, 'url', i.url,
     'status', i.status, 'relation', CASE WHEN i.depends THEN 'DEPENDS_ON' ELSE 'REFERENCE' END,
     'sources', coalesce(s.sources, '[]')) ORDER BY i.key ${direction}), '[]')
   FROM page i LEFT JOIN shown s USING (key)) AS rows`
}
