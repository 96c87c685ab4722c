import type { Pool } from 'pg'
import { walkDocument } from '../../../page-format/walk-document.ts'
import { documentOf } from '../../content/page-bodies.ts'
import { rowIn } from '../../content/revision-rows.ts'
import { searchLimits } from '../../search/limits.ts'
import { type PageResult, searchSpaces } from '../../search/service.ts'
import { conditionHolds } from '../../visitors/conditions/condition.ts'
import { readSpacePages } from '../visible-content/space-pages.ts'
import type { VisibleSiteSpace } from '../visits/visible-structure.ts'
import { encodePagePath, siteSpacePath, type Visit } from '../visits/visit.ts'

export interface FoundPage {
  readonly id: string
  readonly title: string
  /** Path relative to the URL of the site. */
  readonly path: string
  readonly url: string
  readonly space: string
  readonly sections: readonly { readonly title: string; readonly body: string; readonly url: string }[]
}

/** Maximum spaces that one search returns pages of. */
const spacesAtMost = 20

/** Searches the pages that the visitor can open and that are not excluded from search. */
export async function searchSite(visit: Visit, text: string): Promise<FoundPage[]> {
  // PostgreSQL cannot store this character.
  const query = text.replaceAll('\0', ' ').trim().slice(0, searchLimits.query.maxLength)
  const bySpace = new Map<string, VisibleSiteSpace>()
  for (const siteSpace of visit.structure.siteSpaces)
    if (!siteSpace.hidden && !bySpace.has(siteSpace.spaceId)) bySpace.set(siteSpace.spaceId, siteSpace)
  if (query === '' || bySpace.size === 0) return []
  const { database } = visit.services
  const found = searchSpaces(
    visit.services,
    { id: { in: [...bySpace.keys()] } },
    { search: query, first: spacesAtMost },
  )
  const spaces = (await found.page()).edges.map(({ node }) => node)
  const pages = spaces.flatMap((space) => space.pages)
  const entries = await readEntries(database.pool, pages)
  const shown: { page: PageResult; entry: FoundEntry; siteSpace: VisibleSiteSpace }[] = []
  for (const [index, page] of pages.entries()) {
    const entry = entries[index] ?? (page.computed ? await generatedEntry(page, visit) : undefined)
    const siteSpace = bySpace.get(page.spaceId)
    if (siteSpace && entry && (await isFindable(entry, visit))) shown.push({ page, entry, siteSpace })
  }
  return Promise.all(
    shown.map(async ({ page, entry, siteSpace }) => {
      const path = siteSpacePath(visit, siteSpace) + encodePagePath(entry.path)
      const url = visit.base + path
      const sections = (await page.sections()).map(({ title, excerpt, anchor }) => ({
        title,
        body: excerpt,
        url: anchor === null ? url : `${url}#${encodeURIComponent(anchor)}`,
      }))
      return { id: page.pageId, title: page.title, path, url, space: siteSpace.space.title, sections }
    }),
  )
}

interface FoundEntry {
  readonly path: string
  readonly isListed: boolean
  readonly markdown: string | null
}

/** Returns the properties of a computed page; undefined if there is none. */
async function generatedEntry(
  { pageId, revisionId }: PageResult,
  visit: Visit,
): Promise<FoundEntry | undefined> {
  const pages = await readSpacePages(visit, revisionId)
  const page = pages.byId.get(pageId)
  if (!page) return undefined
  const { isHidden, isUnlisted } = pages.visibility(page)
  return { path: page.location.path ?? '', isListed: !isHidden && !isUnlisted, markdown: null }
}

/**
 * Returns whether the visitor may find a page. The search index contains the parts of pages that conditions hide, so
 * a page with conditions is found only by visitors for whom all of them hold.
 */
async function isFindable({ isListed, markdown }: FoundEntry, { claims, site }: Visit): Promise<boolean> {
  if (!isListed) return false
  if (markdown === null) return true
  const document = await documentOf({ markdown }, site.id)
  for (const node of walkDocument(document))
    if (node.object === 'block' && node.type === 'if' && !conditionHolds(node.data.expression, claims))
      return false
  return true
}

/**
 * Reads for pages the path, whether the page and its ancestors are listed, and the body if it has conditions. Runs
 * one statement.
 */
async function readEntries(pool: Pool, pages: readonly PageResult[]): Promise<(FoundEntry | undefined)[]> {
  const point = (row: string) =>
    `${row}."branchId", ${row}.sequence, ${row}."baseBranchId", ${row}."baseSequence"`
  const { rows } = await pool.query<FoundEntry & { n: number }>(
    `WITH RECURSIVE climb AS (
       SELECT k.n, ${point('r')}, k.page AS "parentId", NULL::text AS slug, NULL::text AS "documentId",
         TRUE AS listed, 0 AS depth
       FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k(revision, page, n)
       JOIN "Revision" r ON r.id = k.revision
       UNION ALL
       SELECT c.n, ${point('c')}, v."parentId", v.slug, v."documentId",
         NOT (v.hidden OR v."noIndex"), c.depth + 1
       FROM climb c CROSS JOIN LATERAL (${rowIn('PageVersion', 'c', 'c."parentId"')}) v
       WHERE c."parentId" IS NOT NULL),
     pages AS (
       SELECT n::int AS n, string_agg(slug, '/' ORDER BY depth DESC) AS path, bool_and(listed) AS "isListed",
         min("documentId") FILTER (WHERE depth = 1) AS "documentId"
       FROM climb WHERE depth > 0 GROUP BY n)
     SELECT p.n, p.path, p."isListed", d.markdown
     FROM pages p LEFT JOIN "Document" d ON d.id = p."documentId" AND d.markdown ~ '\\{%-?\\s*if\\M'`,
    [pages.map(({ revisionId }) => revisionId), pages.map(({ pageId }) => pageId)],
  )
  const entries = new Array<FoundEntry | undefined>(pages.length)
  for (const { n, ...entry } of rows) entries[n - 1] = entry
  return entries
}
