import { resolveWebUrl } from './web-urls.ts'

/** Maximum sitemaps that are read, including those of an index, and URLs that are read from all of them. */
const sitemapLimits = { sitemaps: 10, locations: 50_000 }

export type FetchText = (url: URL) => Promise<string | undefined>

/**
 * Returns the URLs in the sitemaps of a site. Sitemaps are parsed as text, so that no entities are expanded.
 */
export async function readSitemaps(
  fetchText: FetchText,
  candidates: readonly URL[],
  isInSite: (url: URL) => boolean,
  { sitemaps: maximumSitemaps, locations: maximumLocations } = sitemapLimits,
): Promise<URL[]> {
  const pending = candidates.slice(0, maximumSitemaps)
  const requested = new Set<string>()
  const found = new Map<string, URL>()
  let locations = 0
  for (let next = pending.shift(); next; next = pending.shift()) {
    if (requested.size >= maximumSitemaps || requested.has(next.href)) continue
    requested.add(next.href)
    const text = await fetchText(next)
    if (text === undefined) continue
    const isIndex = /<sitemapindex[\s>]/i.test(text)
    for (const url of locationsIn(text, next)) {
      if (++locations > maximumLocations) break
      if (isIndex) {
        const isOfSite = url.origin === next.origin || next.protocol === 'file:'
        if (isOfSite && pending.length < maximumSitemaps) pending.push(url)
      } else if (isInSite(url)) found.set(url.href, url)
    }
  }
  return [...found.values()]
}

function* locationsIn(text: string, base: URL): Generator<URL> {
  for (const [, written = ''] of text.matchAll(
    /<loc>([^<]{1,2048}|<!\[CDATA\[[^\]<]{1,2048}\]\]>)<\/loc>/gi,
  )) {
    const location = withoutEntities(written.replace(/^<!\[CDATA\[|\]\]>$/g, ''))
    const url = location === undefined ? undefined : resolveWebUrl(location, base)
    if (url) yield url
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes the predefined entities. Returns undefined if the text contains any other. */
function withoutEntities(text: string): string | undefined {
  let isKnown = true
  const plain = text.trim().replace(/&([^;&]*;?)/g, (_, name: string) => {
    const key = name.slice(0, -1)
    isKnown &&= name.endsWith(';') && Object.hasOwn(entities, key)
    return entities[key] ?? ''
  })
  return isKnown ? plain : undefined
}
