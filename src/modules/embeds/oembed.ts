import type { Element } from 'hast'
import { type FetchLimits, guardedFetch, isFetchFailure } from '../../http/guarded-fetch.ts'
import { parsePage } from '../imports/sources/html/parse-page.ts'
import { attributeOf, elementsIn, findElement, textIn } from '../imports/sources/html-tree.ts'
import { maximumTitle, pageLimits } from './limits.ts'

/** The metadata of a page. */
export interface PageDescription {
  readonly title: string | null
  readonly site: string | null
  readonly icon: string | null
  /** URL of the page to show in a frame, if the page offers one. */
  readonly frame: string | null
}

/** The organization for which a page is fetched, and the private networks that may be asked. */
export type Asker = Pick<FetchLimits, 'owner' | 'allow'>

/** Fetches a page and, where it names one, its oEmbed description, without access to private networks. */
export async function describePage(url: URL, asker: Asker): Promise<PageDescription> {
  const page = await guardedFetch(url.href, { ...pageLimits, ...asker })
  if (!/^text\/html|^application\/xhtml/.test(page.contentType))
    return { title: null, site: null, icon: null, frame: null }
  const head = readHead(page.body.toString('utf8'), page.finalUrl)
  const described = head.oembed === null ? {} : await readOembed(head.oembed, asker)
  return {
    title: textOf(described.title) ?? head.title,
    site: textOf(described.provider_name) ?? head.site,
    icon: head.icon,
    frame: frameIn(textOf(described.html, pageLimits.maxBytes)),
  }
}

async function readOembed(address: string, asker: Asker): Promise<Record<string, unknown>> {
  try {
    const { body } = await guardedFetch(address, { ...pageLimits, ...asker })
    const value = JSON.parse(body.toString('utf8')) as unknown
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch (error) {
    if (!isFetchFailure(error) && !(error instanceof SyntaxError)) throw error
    // The page is described by itself.
    return {}
  }
}

const textOf = (value: unknown, maximum: number = maximumTitle): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, maximum) : null

/** Returns the address of the only frame in HTML of another server. Nothing else of the HTML is used. */
function frameIn(html: string | null): string | null {
  if (html === null) return null
  const frames = [...elementsIn(parsePage(html))].filter(({ tagName }) => tagName === 'iframe')
  const src = frames.length === 1 ? attributeOf(frames[0] as Element, 'src') : undefined
  return src !== undefined && URL.parse(src)?.protocol === 'https:' ? src : null
}

function readHead(html: string, base: string) {
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
