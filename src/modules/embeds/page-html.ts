import type { Element } from 'hast'
import { parsePage } from '../../formats/import/html/parse-page.ts'
import { attributeOf, elementsIn, findElement, textIn } from '../../formats/import/html/tree/tree.ts'
import { textOf } from './described-text.ts'

/** The description that a page gives of itself in its head. */
export interface PageHead {
  readonly title: string | null
  readonly site: string | null
  readonly icon: string | null
  /** URL of the oEmbed description of the page. */
  readonly oembed: string | null
}

/** Returns the address of the only frame in HTML of another server. Nothing else of the HTML is used. */
export function frameIn(html: string): string | null {
  const frames = [...elementsIn(parsePage(html))].filter(({ tagName }) => tagName === 'iframe')
  const src = frames.length === 1 ? attributeOf(frames[0] as Element, 'src') : undefined
  return src !== undefined && URL.parse(src)?.protocol === 'https:' ? src : null
}

/** Returns what a page says of itself. Its URLs begin at `base`. */
export function readHead(html: string, base: string): PageHead {
  const page = parsePage(html)
  const content = (name: string) => {
    const found = findElement(
      page,
      (element) =>
        element.tagName === 'meta' &&
        (attributeOf(element, 'property') === name || attributeOf(element, 'name') === name),
    )
    return found ? textOf(attributeOf(found, 'content')) : null
  }
  const link = (matches: (element: Element) => boolean) => {
    const found = findElement(page, (element) => element.tagName === 'link' && matches(element))
    const href = found && attributeOf(found, 'href')
    return href ? (URL.parse(href, base)?.href ?? null) : null
  }
  const title = findElement(page, ({ tagName }) => tagName === 'title')
  return {
    title: content('og:title') ?? textOf(title && textIn(title)),
    site: content('og:site_name'),
    icon: link(({ properties: { rel } }) => Array.isArray(rel) && /\bicon\b/.test(rel.join(' '))),
    oembed: link((element) => attributeOf(element, 'type') === 'application/json+oembed'),
  }
}
