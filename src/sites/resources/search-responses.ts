import type { Element } from 'hast'
import { fill } from '../../languages/fill.ts'
import type { Visit } from '../../modules/published-sites/visits/visit.ts'
import { withCustomization } from '../pages/page-customization.ts'
import { framePageView } from '../pages/page-views.ts'
import { contentSecurityPolicy } from '../render/content-security-policy.ts'
import { element } from '../render/elements.ts'
import { renderFrame } from '../render/page-frame.ts'
import { searchForm } from '../render/search-form.ts'
import { textsOf } from '../render/texts.ts'
import type { PageFormat } from '../responses/accept.ts'
import { type SiteExchange, send } from '../responses/responses.ts'
import { type FoundPage, searchSite } from './search.ts'
import { readScope, type SearchScope } from './search-scope.ts'

/** Sends the results for `?query=…`: as an HTML page to browsers, and as JSON to others. */
export async function sendSearch(exchange: SiteExchange, format: PageFormat): Promise<void> {
  const { visit } = exchange
  const query = visit.query.get('query') ?? ''
  const scope = readScope(visit)
  const found = await searchSite(visit, query, scope)
  const wantsHtml = format === 'html' && /\btext\/html\b/.test(exchange.request.headers.accept ?? '')
  await send(exchange, {
    contentType: wantsHtml ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    ...(wantsHtml && { contentSecurityPolicy: contentSecurityPolicy(visit) }),
    parts: ['search', wantsHtml, query, scope.current?.id, scope.isCurrentOnly, found],
    // Pages with parts for some visitors only are found only by those visitors.
    isPersonal: Object.keys(visit.claims).length > 0,
    varies: ['Accept'],
    isForRobots: false,
    body: () => (wantsHtml ? searchPage(visit, query, scope, found) : JSON.stringify({ items: found })),
  })
}

async function searchPage(
  plainVisit: Visit,
  query: string,
  scope: SearchScope,
  found: readonly FoundPage[],
): Promise<string> {
  const visit = scope.current ? withCustomization(plainVisit, scope.current) : plainVisit
  const view = await framePageView(visit, scope.current)
  if (!view) return ''
  const { search, searchFor, nothingFound, results } = textsOf(visit.settings)
  const typed = query.trim()
  const title = typed === '' ? search : fill(searchFor, typed)
  const count = found.length > 0 ? fill(results, `${found.length}`) : nothingFound
  const main = [
    element('h1', {}, title),
    searchForm(visit, query, scope),
    element('p', { role: 'status' }, typed === '' ? null : count),
    found.length > 0 ? element('ol', { className: ['results'] }, found.map(result)) : null,
  ]
  return renderFrame(view, { title, isForRobots: false, main })
}

function result({ title, url, space, sections }: FoundPage): Element {
  const [first] = sections
  return element(
    'li',
    {},
    element('a', { href: first?.url ?? url }, title),
    element('small', {}, first && first.title !== title ? `${space} › ${first.title}` : space),
    first ? element('p', {}, first.body) : null,
  )
}
