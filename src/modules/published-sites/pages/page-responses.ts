import type { ContentRef } from '../../../page-format/types.ts'
import { redirectTarget } from '../../redirects/service.ts'
import { ownAddress, publishedAddress } from '../../sites/addresses.ts'
import { contentSecurityPolicy } from '../render/page-frame.ts'
import { type PageForm, preferredForm } from '../responses/accept.ts'
import { redirect, type SiteExchange, send } from '../responses/responses.ts'
import { readWholeBodies } from '../visible-content/page-bodies.ts'
import { firstDocumentBelow, isDocument, pageAt, readSpacePages } from '../visible-content/space-pages.ts'
import { resolvePath } from '../visits/path-resolution.ts'
import { isVisibleTarget, type VisibleSiteSpace } from '../visits/visible-structure.ts'
import { encodePagePath, siteSpacePath, type Visit } from '../visits/visit.ts'
import { isForRobots, pageHtml, pageJson, publishedMarkdown, type ReadPageView } from './page-documents.ts'
import { readReferences } from './page-views.ts'

/** Sends the page at the address or leads on to it; false if there is none. */
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
    redirect(exchange, canonical + (isMarkdown ? '.md' : '') + searchOf(visit))
    return true
  }
  const pages = await readSpacePages(visit.scope.database.pool, siteSpace.space.revisionId)
  const page = pageAt(pages, pathSegments)
  if (!page) return redirectOnSite(exchange)
  if (page.type === 'LINK') return followLink(exchange, { siteSpace, pages, page })
  if (!isDocument(page)) {
    const first = firstDocumentBelow(pages, page)
    if (!first) return false
    const address = base + siteSpacePath(visit, siteSpace) + encodePagePath(first.location.path ?? '')
    redirect(exchange, address + (isMarkdown ? '.md' : ''), 307)
    return true
  }
  const form = isMarkdown ? 'markdown' : preferredForm(request.headers.accept)
  await sendDocument(exchange, { siteSpace, pages, page }, form)
  return true
}

const withoutExtension = (segments: readonly string[]) => {
  const last = (segments.at(-1) ?? '').slice(0, -'.md'.length)
  return last === '' ? segments.slice(0, -1) : [...segments.slice(0, -1), last]
}

/** What was asked besides the path goes along, but for what was kept in cookies. */
function searchOf({ query }: Visit): string {
  const kept = new URLSearchParams(query)
  for (const name of ['jwt_token', 'preview']) kept.delete(name)
  return kept.size > 0 ? `?${kept}` : ''
}

type Found = Pick<ReadPageView, 'siteSpace' | 'pages' | 'page'>

async function sendDocument(exchange: SiteExchange, found: Found, form: PageForm): Promise<void> {
  const visit = withLook(exchange.visit, found.siteSpace)
  const [body] = await readWholeBodies(visit.scope.database.pool, [found.page])
  if (!body) throw new Error(`the body of page ${found.page.pageId} was not read`)
  const { isConditional } = body
  await send(
    { ...exchange, visit },
    {
      ...formAnswer(form, visit, async () => {
        const texts = [body.body, ...body.reusable.values()].map(({ markdown }) => markdown)
        return { visit, ...found, body, references: await readReferences(visit, found, texts) }
      }),
      parts: [form, found.page.pageId, ...(isConditional ? [visit.claims] : [])],
      isPersonal: isConditional,
      varies: visit.segments.at(-1)?.endsWith('.md') ? [] : ['Accept'],
      isForRobots: isForRobots({ visit, ...found }),
    },
  )
}

/** The settings of a site-space where it has its own, else those of the site. */
const withLook = (visit: Visit, { id }: VisibleSiteSpace): Visit => ({
  ...visit,
  settings: visit.appearance.siteSpaces.get(id) ?? visit.appearance.site,
})

function formAnswer(form: PageForm, visit: Visit, read: () => Promise<ReadPageView>) {
  switch (form) {
    case 'html':
      return {
        contentType: 'text/html; charset=utf-8',
        contentSecurityPolicy: contentSecurityPolicy(visit),
        body: async () => pageHtml(await read()),
      }
    case 'json':
      return {
        contentType: 'application/json; charset=utf-8',
        body: async () => JSON.stringify(pageJson(await read())),
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

/** Leads on where the site has a redirect to what it shows its visitor; false if it has none. */
async function redirectOnSite(exchange: SiteExchange): Promise<boolean> {
  const { visit } = exchange
  const { scope, site, structure } = visit
  const path = visit.segments.map((segment) => `/${encodeURIComponent(segment)}`).join('')
  const target = await redirectTarget(scope, site, path, isVisibleTarget(structure))
  if (target === null) return false
  const own = publishedAddress(scope.config, site) ?? ownAddress(scope.config, site)
  redirect(exchange, `${visit.base}${target.slice(own.length)}` || '/')
  return true
}

/** A link among the pages leads where its author wanted. */
async function followLink(exchange: SiteExchange, found: Found): Promise<boolean> {
  const { page } = found
  const target = page.target as unknown as ContentRef | null
  const references = await readReferences(exchange.visit, found, [])
  const address = target ? references.addressOf(target) : undefined
  if (address === undefined || /^(mailto|tel):/i.test(address)) return false
  redirect(exchange, address, 307)
  return true
}
