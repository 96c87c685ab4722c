import { pathOfPage } from '../visible-content/space-pages.ts'
import { siteSpacePath } from '../visits/visit.ts'
import { type Child, element } from './elements.ts'
import { lineageOf, type PageView } from './navigation.ts'
import { siteTitle } from './page-head.ts'

/**
 * Renders the way to a page for search engines, as JSON-LD. It is data, which the policy of the page need not allow, because
 * browsers run nothing of it.
 */
export function breadcrumbData(view: PageView): Child {
  const { visit, siteSpace, pages, page } = view
  if (!page || !siteSpace || !pages) return null
  const space = visit.address + siteSpacePath(visit, siteSpace)
  const way = [...lineageOf(view)].reverse().filter(({ type }) => type === 'DOCUMENT')
  const entries = [
    { name: siteTitle(visit), item: visit.address },
    ...way.map((one) => ({ name: one.title, item: space + pathOfPage(pages, one) })),
  ]
  const data = {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: entries.map((entry, index) => ({ '@type': 'ListItem', position: index + 1, ...entry })),
  }
  return element('script', { type: 'application/ld+json' }, asScript(data))
}

/** Writes JSON so that no text in it ends the element. */
const asScript = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c')
