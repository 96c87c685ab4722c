import type { LocatedPage } from '../../modules/content/located-content.ts'
import { pathOfPage } from '../../modules/published-sites/visible-content/space-pages.ts'
import { siteSpacePath } from '../../modules/published-sites/visits/visit.ts'
import { type Child, element } from './elements.ts'
import { languageOf, lineageOf, type PageView } from './navigation.ts'
import { type Head, siteTitle } from './page-head.ts'
import { layoutOf } from './page-layout.ts'

type PageTexts = Pick<Head, 'title' | 'description' | 'canonical'>

/**
 * Renders the breadcrumbs of a page, and what it is, for search engines, as JSON-LD. It is data, which the policy of the page need not
 * allow, because browsers run nothing of it.
 */
export function pageData(view: PageView, content: PageTexts): Child {
  const { siteSpace, pages, page } = view
  if (!page || !siteSpace || !pages) return null
  return [breadcrumbList(view), article(view, page, content)].map((data) =>
    element(
      'script',
      { type: 'application/ld+json' },
      asScript({ '@context': 'https://schema.org', ...data }),
    ),
  )
}

function breadcrumbList(view: PageView): object {
  const { visit, siteSpace, pages } = view
  const space = visit.address + siteSpacePath(visit, siteSpace)
  const documents = [...lineageOf(view)].reverse().filter(({ type }) => type === 'DOCUMENT')
  const entries = [
    { name: siteTitle(visit), item: visit.address },
    ...documents.map((one) => ({ name: one.title, item: space + pathOfPage(pages, one) })),
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: entries.map((entry, index) => ({ '@type': 'ListItem', position: index + 1, ...entry })),
  }
}

/** The day of the last change is left out where the page does not show it. */
const article = (
  view: PageView,
  page: LocatedPage,
  { title, description, canonical }: PageTexts,
): object => ({
  '@type': 'TechArticle',
  headline: title,
  ...(description && { description }),
  ...(canonical && { url: canonical }),
  inLanguage: languageOf(view),
  ...(layoutOf(page).metadata && { dateModified: page.updatedAt.toISOString() }),
  isPartOf: { '@type': 'WebSite', name: siteTitle(view.visit), url: view.visit.address },
})

/** Writes JSON so that no text in it ends the element. */
const asScript = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c')
