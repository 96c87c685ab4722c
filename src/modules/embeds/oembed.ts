import { parse } from 'parse5'
import { guardedFetch } from '../../http/guarded-fetch.ts'
import { maximumTitle, pageLimits } from './limits.ts'

/** What a page says of itself. */
export interface PageDescription {
  readonly title: string | null
  readonly site: string | null
  readonly icon: string | null
  /** URL of the page to show in a frame, if the page offers one. */
  readonly frame: string | null
}

interface Element {
  readonly nodeName: string
  readonly attrs?: readonly { readonly name: string; readonly value: string }[]
  readonly childNodes?: readonly Element[]
  readonly value?: string
}

/** Fetches a page and, where it names one, its oEmbed description, without access to private networks. */
export async function describePage(url: URL, allow: readonly string[]): Promise<PageDescription> {
  const page = await guardedFetch(url.href, { ...pageLimits, allow })
  if (!/^text\/html|^application\/xhtml/.test(page.contentType))
    return { title: null, site: null, icon: null, frame: null }
  const head = readHead(page.body.toString('utf8'), page.finalUrl)
  const described = head.oembed === null ? {} : await readOembed(head.oembed, allow)
  return {
    title: textOf(described.title) ?? head.title,
    site: textOf(described.provider_name) ?? head.site,
    icon: head.icon,
    frame: frameIn(textOf(described.html, pageLimits.maxBytes)),
  }
}

async function readOembed(address: string, allow: readonly string[]): Promise<Record<string, unknown>> {
  try {
    const { body } = await guardedFetch(address, { ...pageLimits, allow })
    const value = JSON.parse(body.toString('utf8')) as unknown
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    // The page is described by itself.
    return {}
  }
}

const textOf = (value: unknown, maximum: number = maximumTitle): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, maximum) : null

/** Returns the address of the only frame in HTML of another server. Nothing else of the HTML is used. */
function frameIn(html: string | null): string | null {
  if (html === null) return null
  const frames = [...elementsOf(parse(html) as unknown as Element)].filter(
    ({ nodeName }) => nodeName === 'iframe',
  )
  const src = frames.length === 1 ? attribute(frames[0] as Element, 'src') : null
  return src !== null && URL.parse(src)?.protocol === 'https:' ? src : null
}

function readHead(html: string, base: string) {
  const elements = [...elementsOf(parse(html) as unknown as Element)]
  const meta = (name: string) =>
    elements.find(
      (element) =>
        element.nodeName === 'meta' &&
        (attribute(element, 'property') === name || attribute(element, 'name') === name),
    )
  const content = (name: string) => {
    const found = meta(name)
    return found ? textOf(attribute(found, 'content')) : null
  }
  const link = (matches: (element: Element) => boolean) => {
    const found = elements.find((element) => element.nodeName === 'link' && matches(element))
    const href = found && attribute(found, 'href')
    return href ? (URL.parse(href, base)?.href ?? null) : null
  }
  const title = elements.find(({ nodeName }) => nodeName === 'title')
  return {
    title: content('og:title') ?? textOf(title?.childNodes?.map(({ value }) => value ?? '').join('')),
    site: content('og:site_name'),
    icon: link((element) => /\bicon\b/.test(attribute(element, 'rel') ?? '')),
    oembed: link((element) => attribute(element, 'type') === 'application/json+oembed'),
  }
}

function* elementsOf(node: Element): Generator<Element> {
  const open = [node]
  for (let element = open.pop(); element; element = open.pop()) {
    yield element
    open.push(...[...(element.childNodes ?? [])].reverse())
  }
}

const attribute = ({ attrs = [] }: Element, name: string): string | null =>
  attrs.find((each) => each.name === name)?.value ?? null
