import type { Pool } from 'pg'
import type { JSONDocument } from '../../../page-format/types.ts'
import { walkDocument } from '../../../page-format/walk-document.ts'
import { documentOf } from '../../content/page-bodies.ts'
import { rowIn } from '../../content/revision-rows.ts'
import { searchLimits } from '../../search/limits.ts'
import { type PageResult, searchSpaces } from '../../search/service.ts'
import { conditionHolds } from '../../visitors/conditions/condition.ts'
import type { VisibleSiteSpace } from '../visits/visible-structure.ts'
import { encodePagePath, siteSpacePath, type Visit } from '../visits/visit.ts'

export interface FoundPage {
  readonly id: string
  readonly title: string
  /** Below the address of the site. */
  readonly path: string
  readonly url: string
  readonly space: string
  readonly sections: readonly { readonly title: string; readonly body: string; readonly url: string }[]
}

/** Spaces that one search looks at the best pages of. */
const spacesAtMost = 20

/** What a visitor finds on the site: pages that it shows them, and that may be found. */
export async function searchSite(visit: Visit, text: string): Promise<FoundPage[]> {
  // PostgreSQL has no text with this character.
  const query = text.replaceAll('\0', ' ').trim().slice(0, searchLimits.query.maxLength)
  const bySpace = new Map<string, VisibleSiteSpace>()
  for (const siteSpace of visit.structure.siteSpaces)
    if (!bySpace.has(siteSpace.spaceId)) bySpace.set(siteSpace.spaceId, siteSpace)
  if (query === '' || bySpace.size === 0) return []
  const { database } = visit.scope
  const found = searchSpaces(visit.scope, { id: { in: [...bySpace.keys()] } }, { query, first: spacesAtMost })
  const spaces = (await found.page()).edges.map(({ node }) => node)
  const pages = spaces.flatMap((space) => space.pages)
  const standings = await readStandings(database.pool, pages)
  const shown = pages.flatMap((page, index) => {
    const standing = standings[index]
    const siteSpace = bySpace.get(page.spaceId)
    return siteSpace && standing && isFindable(standing, visit) ? [{ page, standing, siteSpace }] : []
  })
  return Promise.all(
    shown.map(async ({ page, standing, siteSpace }) => {
      const path = siteSpacePath(visit, siteSpace) + encodePagePath(standing.path)
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

interface Standing {
  readonly path: string
  readonly isListed: boolean
  readonly markdown: string | null
}

/**
 * What conditions in a page hide from its visitor is in what was noted for search all the same: such a page is found
 * only by those who see all of it.
 */
function isFindable({ isListed, markdown }: Standing, { claims }: Visit): boolean {
  if (!isListed) return false
  if (markdown === null) return true
  const document = documentOf({ markdown }) as JSONDocument
  for (const node of walkDocument(document))
    if (node.object === 'block' && node.type === 'if' && !conditionHolds(node.data.expression, claims))
      return false
  return true
}

/** Paths of pages, whether they and those above them are listed, and bodies that have conditions. One statement. */
async function readStandings(pool: Pool, pages: readonly PageResult[]): Promise<(Standing | undefined)[]> {
  const point = (row: string) =>
    `${row}."branchId", ${row}.sequence, ${row}."baseBranchId", ${row}."baseSequence"`
  const { rows } = await pool.query<Standing & { n: number }>(
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
  const standings = new Array<Standing | undefined>(pages.length)
  for (const { n, ...standing } of rows) standings[n - 1] = standing
  return standings
}
