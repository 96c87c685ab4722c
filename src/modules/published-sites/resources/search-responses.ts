import { framePageView } from '../pages/page-views.ts'
import { contentSecurityPolicy } from '../render/content-security-policy.ts'
import { type Child, element } from '../render/elements.ts'
import { renderFrame } from '../render/page-frame.ts'
import { searchForm } from '../render/search-form.ts'
import { fill, textsOf } from '../render/texts.ts'
import type { PageFormat } from '../responses/accept.ts'
import { type SiteExchange, send } from '../responses/responses.ts'
import type { Visit } from '../visits/visit.ts'
import { type FoundPage, searchSite } from './search.ts'

/** Sends the results for `?query=…`: as an HTML page to browsers, and as JSON to others. */
export async function sendSearch(exchange: SiteExchange, format: PageFormat): Promise<void> {
  const { visit } = exchange
  const query = visit.query.get('query') ?? ''
  const found = await searchSite(visit, query)
  const wantsHtml = format === 'html' && /\btext\/html\b/.test(exchange.request.headers.accept ?? '')
  await send(exchange, {
    contentType: wantsHtml ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    ...(wantsHtml && { contentSecurityPolicy: contentSecurityPolicy(visit) }),
    parts: ['search', wantsHtml, query, found],
    // Pages with parts for some visitors only are found only by those visitors.
    isPersonal: Object.keys(visit.claims).length > 0,
    varies: ['Accept'],
    isForRobots: false,
    body: () => (wantsHtml ? searchPage(visit, query, found) : JSON.stringify({ items: found })),
  })
}

async function searchPage(visit: Visit, query: string, found: readonly FoundPage[]): Promise<string> {
  const view = await framePageView(visit)
  if (!view) return ''
  const { search, searchFor, nothingFound } = textsOf(visit.settings)
  const typed = query.trim()
  const title = typed === '' ? search : fill(searchFor, typed)
  const results: Child =
    found.length > 0
      ? element('ol', { className: ['results'] }, found.map(result))
      : typed === ''
        ? null
        : element('p', {}, nothingFound)
  const main = [element('h1', {}, title), searchForm(visit, query), results]
  return renderFrame(view, { title, isForRobots: false, main })
}

function result({ title, url, space, sections }: FoundPage): Child {
  const [first] = sections
  return element(
    'li',
    {},
    element('a', { href: first?.url ?? url }, title),
    element('small', {}, first && first.title !== title ? `${space} › ${first.title}` : space),
    first ? element('p', {}, first.body) : null,
  )
}
