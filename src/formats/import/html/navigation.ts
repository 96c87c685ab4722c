import type { Element, Root } from 'hast'
import { attributeOf, classesOf, elementsIn } from './tree/tree.ts'

/** Matches the names that generators use for navigation elements. */
const navigationName =
  /(^|[-_])(nav|navigation|sidebar|side-?menu|menu|toc|toctree|toctree-wrapper|chapter|summary|contents)([-_]|$)/i

const isNavigation = (node: Element): boolean =>
  node.tagName === 'nav' ||
  node.tagName === 'aside' ||
  attributeOf(node, 'role') === 'navigation' ||
  [...classesOf(node), attributeOf(node, 'id') ?? ''].some((name) => navigationName.test(name))

/**
 * Returns the pages that the navigation of a page links to, in order. If there are several navigation elements,
 * the one with the most pages is used. `pageAt` looks up the page of a URL.
 */
export function navigationOrder<Page>(
  page: Root,
  pageAt: (url: string) => Page | undefined,
): readonly Page[] {
  let best: readonly Page[] = []
  let bound = 200
  for (const node of elementsIn(page)) {
    if (!isNavigation(node) || bound-- <= 0) continue
    const pages = pagesIn(node, pageAt)
    if (pages.length > best.length) best = pages
  }
  return best.length > 1 ? best : pagesIn(page, pageAt)
}

function pagesIn<Page>(node: Root | Element, pageAt: (url: string) => Page | undefined): readonly Page[] {
  const pages = new Set<Page>()
  for (const inner of elementsIn(node)) {
    const url = inner.tagName === 'a' ? attributeOf(inner, 'href') : undefined
    const page = url === undefined ? undefined : pageAt(url)
    if (page !== undefined) pages.add(page)
  }
  return [...pages]
}
