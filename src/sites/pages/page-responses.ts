import { yieldToEventLoop } from '../../base/yield-to-event-loop.ts'
import type { ContentRef } from '../../formats/page/types.ts'
import { pageAtOldAddress } from '../../modules/published-sites/visible-content/old-addresses.ts'
import { readWholeBodies } from '../../modules/published-sites/visible-content/page-bodies.ts'
import {
  firstDocumentBelow,
  isDocument,
  pageAt,
  pathOfPage,
  readSiteSpacePages,
} from '../../modules/published-sites/visible-content/space-pages.ts'
import type { WholeBody } from '../../modules/published-sites/visible-content/visible-body.ts'
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
import { contentSecurityPolicy } from '../render/content-security-policy.ts'
import { type PageFormat, preferredFormat } from '../responses/accept.ts'
import { redirect, type SiteExchange, send } from '../responses/responses.ts'
import { withCustomization } from './page-customization.ts'
import { isForRobots, pageHtml, pageJson, type ReadPageView } from './page-documents.ts'
import { readVariants } from './page-variants.ts'
import { readReferences } from './page-views.ts'
import { publishedMarkdown } from './published-markdown.ts'

/** Sends the page at the path, or redirects to it. Returns false if there is none. */
export async function sendPage(exchange: SiteExchange): Promise<boolean> {
  const { visit, request } = exchange
  const { segments, structure, base } = visit
  const isMarkdown = segments.at(-1)?.endsWith('.md') === true
  const path = isMarkdown ? withoutExtension(segments) : segments
  const resolution = resolvePath(structure, path)
  if (!resolution) return false
  const { siteSpace, pathSegments, namesDefault } = resolution
  if (namesDefault) {
    const page = pathSegments.length === 0 ? '' : encodePagePath(pathSegments.join('/'))
    const canonical = `${base}${siteSpacePath(visit, siteSpace)}${page}` || '/'
    redirect(exchange, withQueryOf(visit, canonical + (isMarkdown ? '.md' : '')))
    return true
  }
  const pages = await readSiteSpacePages(visit, siteSpace)
  const page = pageAt(pages, pathSegments)
  if (!page)
    return (
      (await redirectOnSite(exchange)) || redirectFromOldAddress(exchange, { siteSpace, pages }, pathSegments)
    )
  if (page.type === 'LINK') return followLink(exchange, { siteSpace, pages, page })
  if (!isDocument(page)) {
    const first = firstDocumentBelow(pages, page)
    if (!first) return false
    const address = base + siteSpacePath(visit, siteSpace) + encodePagePath(first.path ?? '')
    redirect(exchange, withQueryOf(visit, address + (isMarkdown ? '.md' : '')), 307)
    return true
  }
  const format = isMarkdown ? 'markdown' : preferredFormat(request.headers.accept)
  await sendDocument(exchange, { siteSpace, pages, page }, format)
  return true
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

type Found = Pick<ReadPageView, 'siteSpace' | 'pages' | 'page'>

async function sendDocument(exchange: SiteExchange, found: Found, format: PageFormat): Promise<void> {
  const visit = withCustomization(exchange.visit, found.siteSpace)
  const [body] = await readWholeBodies(visit.services.database.query, [found.page])
  if (!body) throw new Error(`the body of page ${found.page.pageId} was not read`)
  const { isConditional } = body
  await send(
    { ...exchange, visit },
    {
      ...formatContent(format, visit, () => readPageView(visit, found, body)),
      parts: [format, found.page.pageId, ...(isConditional ? [visit.claims] : [])],
      sameFor: isConditional ? 'claims' : 'all',
      isPersonal: isConditional,
      varies: visit.segments.at(-1)?.endsWith('.md') ? [] : ['Accept'],
      isForRobots: isForRobots({ visit, ...found }),
    },
  )
}

/** Reads what a page is rendered from. */
export async function readPageView(visit: Visit, found: Found, body: WholeBody): Promise<ReadPageView> {
  const texts = [body.body, ...body.reusable.values()].map(({ markdown }) => markdown)
  const [references, variants] = await Promise.all([
    readReferences(visit, found, texts),
    readVariants(visit, found),
  ])
  // The page is rendered next, at once.
  await yieldToEventLoop()
  return { visit, ...found, body, references, variants }
}

function formatContent(format: PageFormat, visit: Visit, read: () => Promise<ReadPageView>) {
  switch (format) {
    case 'html':
      return {
        contentType: 'text/html; charset=utf-8',
        contentSecurityPolicy: contentSecurityPolicy(visit),
        body: async () => pageHtml(await read()),
      }
    case 'json':
      return {
        contentType: 'application/json; charset=utf-8',
        body: async () => JSON.stringify(await pageJson(await read())),
      }
    case 'markdown':
      return {
        contentType: 'text/markdown; charset=utf-8',
        body: async () => {
          const { page, body, references } = await read()
          return publishedMarkdown(page, body, references, visit)
        },
      }
  }
}

/** Redirects if the site has a redirect whose target is visible to the visitor. Returns false otherwise. */
async function redirectOnSite(exchange: SiteExchange): Promise<boolean> {
  const { visit } = exchange
  const { services, site, structure, base, isPreview, hasShareKey } = visit
  const path = visit.segments.map((segment) => `/${encodeURIComponent(segment)}`).join('')
  const end = await redirectTarget(services, site, path, isVisibleTarget(structure))
  if (!end) return false
  // What only some may visit, browsers must not remember as if it were so for all.
  const isPermanent = end.isPermanent && isOpenToAll(site) && !isPreview && !hasShareKey
  const location = end.path === null ? end.url : `${base}${end.path}` || '/'
  redirect(exchange, withQueryOf(visit, location), isPermanent ? 308 : 307)
  return true
}

/** Redirects to the page that had the path before it was imported. Returns false if there is none. */
function redirectFromOldAddress(
  { visit, request, ...exchange }: SiteExchange,
  { siteSpace, pages }: Omit<Found, 'page'>,
  path: readonly string[],
): boolean {
  const page = pageAtOldAddress(pages, path)
  if (!page) return false
  const isMarkdown = visit.segments.at(-1)?.endsWith('.md') === true
  const place = pathOfPage(pages, page)
  const address = visit.base + siteSpacePath(visit, siteSpace) + place
  const asked = isMarkdown && place !== '' ? `${address}.md` : address || '/'
  redirect({ visit, request, ...exchange }, withQueryOf(visit, asked), 307)
  return true
}

/** Redirects to the target of a link page. Returns false if the visitor cannot open the target. */
async function followLink(exchange: SiteExchange, found: Found): Promise<boolean> {
  const { page } = found
  const target = page.target as unknown as ContentRef | null
  const references = await readReferences(exchange.visit, found, [])
  const address = target ? references.addressOf(target) : undefined
  if (address === undefined || /^(mailto|tel):/i.test(address)) return false
  redirect(exchange, address, 307)
  return true
}
