import { resolvePath } from '../../modules/published-sites/visits/path-resolution.ts'
import { contentSecurityPolicy } from '../render/content-security-policy.ts'
import { type Child, element } from '../render/elements.ts'
import type { PageView } from '../render/navigation.ts'
import { renderFrame } from '../render/page-frame.ts'
import { searchForm } from '../render/search-form.ts'
import { textsOf } from '../render/texts.ts'
import { type SiteExchange, send } from '../responses/responses.ts'
import { findNearPages, type NearPage, nameOf } from './near-pages.ts'
import { withCustomization } from './page-customization.ts'
import { framePageView } from './page-views.ts'

/**
 * Sends a 404 page, in the language of the variant that the path names. It is the same for missing and for hidden content.
 */
export async function sendNotFound(exchange: SiteExchange): Promise<void> {
  const { request } = exchange
  const { structure, segments } = exchange.visit
  const siteSpace = resolvePath(structure, segments)?.siteSpace
  const visit = siteSpace ? withCustomization(exchange.visit, siteSpace) : exchange.visit
  // Other clients than browsers, and browsers that load an image, show no page.
  const isShown = /\btext\/html\b/.test(request.headers.accept ?? '')
  await send(
    { ...exchange, visit },
    {
      status: 404,
      contentType: 'text/html; charset=utf-8',
      contentSecurityPolicy: contentSecurityPolicy(visit),
      parts: ['404'],
      isForRobots: false,
      body: async () => {
        const view = await framePageView(visit, siteSpace)
        if (!view) return 'Not found\n'
        const main = notFoundPage(view, isShown ? await findNearPages(visit) : [])
        return renderFrame(view, { title: textsOf(visit.settings).notFound, isForRobots: false, main })
      },
    },
  )
}

function notFoundPage({ visit, siteSpace }: PageView, near: readonly NearPage[]): Child {
  const { notFound, nothingHere, nearPages, toStart } = textsOf(visit.settings)
  const links = near.map(({ title, href, place }) =>
    element(
      'li',
      {},
      element('a', { href }, title),
      place === null ? null : [' ', element('small', {}, place)],
    ),
  )
  return element(
    'div',
    { className: ['not-found'] },
    element('h1', {}, notFound),
    element('p', {}, nothingHere),
    searchForm(visit, nameOf(visit).replace(/[-_]+/g, ' ').trim(), {
      current: siteSpace.hidden ? undefined : siteSpace,
      isCurrentOnly: false,
    }),
    links.length > 0
      ? [element('h2', {}, nearPages), element('ul', { className: ['near-pages'] }, links)]
      : null,
    element('p', {}, element('a', { href: visit.base || '/' }, toStart)),
  )
}
