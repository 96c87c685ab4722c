import type { LocatedPage } from '../../modules/content/located-content.ts'
import { pageActionsOf } from '../../modules/customizations/defaults.ts'
import { encodePagePath, type Visit } from '../../modules/published-sites/visits/visit.ts'

/** The page of a repository host that edits the file of a page. */
export interface EditLink {
  readonly href: string
  readonly host: 'GitHub' | 'GitLab'
}

/** A folder of a branch: of the connection of the space, or else as an import stored it. */
interface Branch {
  readonly url: string
  readonly ref: string
  readonly directory: string
}

/**
 * Returns where a page can be edited in the repository that its space is kept in step with, or that it was imported from. Returns null
 * if the customization has no such link, or nothing tells the URL and the branch.
 */
export async function readEditLink(
  { services, settings }: Visit,
  page: LocatedPage,
): Promise<EditLink | null> {
  if (page.gitPath === null || !pageActionsOf(settings).includes('git')) return null
  const [branch] = await services.database.query<Branch>(branchOfPage, [page.pageId, page.branchId])
  return branch ? editLink(branch, page.gitPath) : null
}

/** An import creates its pages, so the first version of a page is that of its import. */
const importOfPage = `
  SELECT r."gitURL" AS url, r."gitRef" AS ref, '' AS directory
  FROM "PageVersion" v JOIN "Revision" r ON r."branchId" = v."branchId" AND r.sequence = v.sequence
  WHERE v."pageId" = $1 AND r."gitURL" IS NOT NULL AND r."gitRef" IS NOT NULL
  ORDER BY r."createdAt", r.id LIMIT 1`

/** The revisions of a sync name the commit that they are read from, and not the repository. */
const branchOfPage = `
  WITH connected AS MATERIALIZED (SELECT l.url, l.branch AS ref, l.directory
    FROM "Branch" b JOIN "GitLink" l ON l."spaceId" = b."spaceId" WHERE b.id = $2)
  SELECT * FROM connected
  UNION ALL SELECT * FROM (${importOfPage}) imported WHERE NOT EXISTS (SELECT 1 FROM connected)`

function editLink({ url, ref, directory }: Branch, path: string): EditLink | null {
  const repository = URL.parse(url)
  if (!repository || !/^https?:$/.test(repository.protocol)) return null
  const address = repository.origin + repository.pathname.replace(/\/$/, '').replace(/\.git$/, '')
  const file = [ref, directory, path].map((part) => (part === '' ? '' : encodePagePath(part))).join('')
  const labels = repository.hostname.split('.')
  // The pages of a wiki have other addresses than its files.
  if (address.endsWith('.wiki')) return null
  if (labels.includes('github')) return { href: `${address}/edit${file}`, host: 'GitHub' }
  return labels.includes('gitlab') ? { href: `${address}/-/edit${file}`, host: 'GitLab' } : null
}
