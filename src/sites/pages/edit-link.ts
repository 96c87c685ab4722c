import type { LocatedPage } from '../../modules/content/located-content.ts'
import { pageActionsOf } from '../../modules/customizations/defaults.ts'
import { encodePagePath, type Visit } from '../../modules/published-sites/visits/visit.ts'

/** The page of a repository host that edits the file of a page. */
export interface EditLink {
  readonly href: string
  readonly host: 'GitHub' | 'GitLab'
}

/** A branch of a repository, as an import stored it. */
interface Branch {
  readonly url: string
  readonly ref: string
}

/**
 * Returns where a page can be edited in the repository that it was imported from. Returns null if the customization has no
 * such link, or no import tells the URL and the branch.
 */
export async function readEditLink(
  { services, settings }: Visit,
  page: LocatedPage,
): Promise<EditLink | null> {
  if (page.gitPath === null || !pageActionsOf(settings).includes('git')) return null
  const [branch] = await services.database.query<Branch>(importOfPage, [page.pageId])
  return branch ? editLink(branch, page.gitPath) : null
}

/** An import creates its pages, so the first version of a page is that of its import. */
const importOfPage = `
  SELECT r."gitURL" AS url, r."gitRef" AS ref
  FROM "PageVersion" v JOIN "Revision" r ON r."branchId" = v."branchId" AND r.sequence = v.sequence
  WHERE v."pageId" = $1 AND r."gitURL" IS NOT NULL AND r."gitRef" IS NOT NULL
  ORDER BY r."createdAt", r.id LIMIT 1`

function editLink({ url, ref }: Branch, path: string): EditLink | null {
  const repository = URL.parse(url)
  if (!repository || !/^https?:$/.test(repository.protocol)) return null
  const address = repository.origin + repository.pathname.replace(/\/$/, '').replace(/\.git$/, '')
  const file = encodePagePath(ref) + encodePagePath(path)
  const labels = repository.hostname.split('.')
  // The pages of a wiki have other addresses than its files.
  if (address.endsWith('.wiki')) return null
  if (labels.includes('github')) return { href: `${address}/edit${file}`, host: 'GitHub' }
  return labels.includes('gitlab') ? { href: `${address}/-/edit${file}`, host: 'GitLab' } : null
}
