import type { ContentRef } from '../../formats/page/types.ts'
import { pageAtOldAddress } from '../../modules/published-sites/visible-content/old-addresses.ts'
import {
  firstDocumentBelow,
  isDocument,
  pageAt,
  pathOfPage,
  readSiteSpacePages,
} from '../../modules/published-sites/visible-content/space-pages.ts'
import { resolvePath } from '../../modules/published-sites/visits/path-resolution.ts'
import { isVisibleTarget } from '../../modules/published-sites/visits/visible-structure.ts'
import {
  encodePagePath,
  keptQuery,
  siteSpacePath,
  type Visit,
} from '../../modules/published-sites/visits/visit.ts'
import { redirectTarget } from '../../modules/redirects/lookups.ts'
import { isOpenToAll } from '../../modules/sites/policy.ts'
import type { ReadPageView } from './page-documents.ts'
import { readReferences } from './page-views.ts'

/** A document that a visitor can open. */
export type FoundPage = Pick<ReadPageView, 'siteSpace' | 'pages' | 'page'>

/** Where a path leads that is not the one of a document. */
export interface Elsewhere {
  readonly location: string
  readonly status: 307 | 308
}

/** Returns whether the path of a visit asks for the Markdown of a page. */
export const asksForMarkdown = ({ segments }: Visit): boolean => segments.at(-1)?.endsWith('.md') === true

/** Finds the page at the path of a visit, or where it leads. Returns null if there is none. */
export async function pageAtPath(visit: Visit): Promise<FoundPage | Elsewhere | null> {
  const { segments, structure, base } = visit
  const isMarkdown = asksForMarkdown(visit)
  const resolution = resolvePath(structure, isMarkdown ? withoutExtension(segments) : segments)
  if (!resolution) return null
  const { siteSpace, pathSegments, namesDefault } = resolution
  const extension = isMarkdown ? '.md' : ''
  if (namesDefault) {
    const page = pathSegments.length === 0 ? '' : encodePagePath(pathSegments.join('/'))
    const canonical = `${base}${siteSpacePath(visit, siteSpace)}${page}` || '/'
    return { location: withQueryOf(visit, canonical + extension), status: 308 }
  }
  const pages = await readSiteSpacePages(visit, siteSpace)
  const page = pageAt(pages, pathSegments)
  if (!page)
    return (await redirectOnSite(visit)) ?? redirectFromOldAddress(visit, { siteSpace, pages }, pathSegments)
  if (page.type === 'LINK') return targetOfLink(visit, { siteSpace, pages, page })
  if (isDocument(page)) return { siteSpace, pages, page }
  const first = firstDocumentBelow(pages, page)
  if (!first) return null
  const address = base + siteSpacePath(visit, siteSpace) + encodePagePath(first.path ?? '')
  return { location: withQueryOf(visit, address + extension), status: 307 }
}

const withoutExtension = (segments: readonly string[]) => {
  const last = (segments.at(-1) ?? '').slice(0, -'.md'.length)
  return last === '' ? segments.slice(0, -1) : [...segments.slice(0, -1), last]
}

/** Returns an address with the query of the request added to its own. */
function withQueryOf(visit: Visit, address: string): string {
  const kept = keptQuery(visit)
  if (kept.size === 0) return address
  const [, place = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(address) ?? []
  return `${place}${place.includes('?') ? '&' : '?'}${kept}${fragment}`
}

/** Returns where a redirect of the site leads whose target is visible to the visitor. */
async function redirectOnSite(visit: Visit): Promise<Elsewhere | null> {
  const { services, site, structure, base, isPreview, hasShareKey } = visit
  const path = visit.segments.map((segment) => `/${encodeURIComponent(segment)}`).join('')
  const end = await redirectTarget(services, site, path, isVisibleTarget(structure))
  if (!end) return null
  // What only some may visit, browsers must not remember as if it were so for all.
  const isPermanent = end.isPermanent && isOpenToAll(site) && !isPreview && !hasShareKey
  const location = end.path === null ? end.url : `${base}${end.path}` || '/'
  return { location: withQueryOf(visit, location), status: isPermanent ? 308 : 307 }
}

/** Returns the address of the page that had the path before it was imported. */
function redirectFromOldAddress(
  visit: Visit,
  { siteSpace, pages }: Omit<FoundPage, 'page'>,
  path: readonly string[],
): Elsewhere | null {
  const page = pageAtOldAddress(pages, path)
  if (!page) return null
  const place = pathOfPage(pages, page)
  const address = visit.base + siteSpacePath(visit, siteSpace) + place
  const asked = asksForMarkdown(visit) && place !== '' ? `${address}.md` : address || '/'
  return { location: withQueryOf(visit, asked), status: 307 }
}

/** Returns the target of a link page, if the visitor can open it. */
async function targetOfLink(visit: Visit, found: FoundPage): Promise<Elsewhere | null> {
  const target = found.page.target as unknown as ContentRef | null
  const references = await readReferences(visit, found, [])
  const address = target ? references.addressOf(target) : undefined
  if (address === undefined || /^(mailto|tel):/i.test(address)) return null
  return { location: address, status: 307 }
}
