import { resolvePath } from '../../modules/published-sites/visits/path-resolution.ts'
import type { VisibleSiteSpace } from '../../modules/published-sites/visits/visible-structure.ts'
import { isOpenToRobots, searchPath, type Visit } from '../../modules/published-sites/visits/visit.ts'
import { previewSegment, sendPreviewImage } from '../preview-images/preview-image.ts'
import { preferredFormat } from '../responses/accept.ts'
import { type SiteContent, type SiteExchange, send } from '../responses/responses.ts'
import { readInPieces, runSiteWork } from '../responses/site-work.ts'
import { changesFeed } from './feed.ts'
import { sendFile } from './files.ts'
import { listedSiteSpaces } from './listed-pages.ts'
import { llmsFull } from './llms-full.ts'
import { llmsIndex, llmsPart, partNumberOf } from './llms-text.ts'
import { sendSearch } from './search-responses.ts'
import { sitemap, sitemapPart } from './sitemap.ts'
import { sitemapEntries, urlsPerSitemap } from './sitemap-entries.ts'

const plain = 'text/plain; charset=utf-8'
const xml = 'application/xml; charset=utf-8'
const rss = 'application/rss+xml; charset=utf-8'

/** Sends a resource of the site that is not a page. Returns false if the path is not one of a resource. */
export async function sendResource(exchange: SiteExchange): Promise<boolean> {
  const { visit, request } = exchange
  const [first, second, ...more] = visit.segments
  if (first === '~files' && second !== undefined && more.length <= 1) return sendFile(exchange, second)
  if (first === previewSegment) return runSiteWork(exchange, () => sendPreviewImage(exchange))
  if (first === undefined) return false
  if (second !== undefined) return sendText(exchange, await textOfSiteSpace(exchange))
  if (first === '~search') {
    await runSiteWork(exchange, () => sendSearch(exchange, preferredFormat(request.headers.accept)))
    return true
  }
  return sendText(exchange, await textResource(exchange, first))
}

async function sendText(exchange: SiteExchange, resource: SiteContent | null): Promise<boolean> {
  if (!resource) return false
  await send(exchange, { ...resource, isForRobots: isOpenToRobots(exchange.visit) })
  return true
}

/** Returns the text for machines of the site-space that the path names; null unless it names such a text. */
async function textOfSiteSpace(exchange: SiteExchange): Promise<SiteContent | null> {
  const { structure, segments } = exchange.visit
  const named = resolvePath(structure, segments.slice(0, -1))
  if (!named || named.pathSegments.length > 0 || named.siteSpace.hidden) return null
  const name = segments.at(-1) as string
  return (
    textForMachines(exchange, name, [named.siteSpace]) ?? partOfSiteSpace(exchange, name, named.siteSpace)
  )
}

async function partOfSiteSpace(
  exchange: SiteExchange,
  name: string,
  siteSpace: VisibleSiteSpace,
): Promise<SiteContent | null> {
  const number = partNumberOf(name)
  if (number === undefined) return null
  const part = await runSiteWork(exchange, () => llmsPart(exchange.visit, siteSpace, number))
  return part === null ? null : { contentType: plain, sameFor: 'all', parts: [], body: () => part }
}

function textForMachines(
  exchange: SiteExchange,
  name: string,
  siteSpaces: readonly VisibleSiteSpace[],
): SiteContent | null {
  const { visit } = exchange
  if (name === 'llms.txt')
    return {
      contentType: plain,
      sameFor: 'all',
      parts: [],
      body: () => runSiteWork(exchange, () => llmsIndex(visit, siteSpaces)),
    }
  if (name !== 'llms-full.txt') return null
  // Pages may have parts for some visitors only, which is unknown until all pages are read.
  const { claims } = visit
  return {
    contentType: plain,
    sameFor: 'claims',
    parts: [claims],
    isPersonal: Object.keys(claims).length > 0,
    varies: ['Cookie'],
    body: () => readInPieces(exchange, llmsFull(visit, siteSpaces)),
  }
}

async function textResource(exchange: SiteExchange, name: string): Promise<SiteContent | null> {
  const { visit } = exchange
  const whole = (read: (visit: Visit) => Promise<string>) => () => runSiteWork(exchange, () => read(visit))
  switch (name) {
    case 'robots.txt':
      return { contentType: plain, sameFor: 'all', parts: [], body: () => robots(visit) }
    case 'sitemap.xml':
    // The name of the part that has all pages elsewhere, which clients ask for without reading sitemap.xml.
    case 'sitemap-pages.xml':
      return { contentType: xml, sameFor: 'all', parts: [], body: whole(wholeSitemap) }
    case 'rss.xml':
      return { contentType: rss, sameFor: 'all', parts: [], body: whole(changesFeed) }
    case 'llms.txt':
    case 'llms-full.txt':
      return textForMachines(exchange, name, listedSiteSpaces(visit))
    default:
      return sitemapPartResource(exchange, name)
  }
}

/** Returns robots.txt, which excludes all robots from sites that are not public. */
const robots = (visit: Visit): string =>
  isOpenToRobots(visit)
    ? `User-agent: *\nAllow: /\nDisallow: ${searchPath(visit)}\nSitemap: ${visit.address}/sitemap.xml\n`
    : 'User-agent: *\nDisallow: /\n'

const wholeSitemap = (visit: Visit): Promise<string> =>
  sitemap(sitemapEntries(visit), {
    perFile: urlsPerSitemap,
    addressOfPart: (number) => `${visit.address}/sitemap-${number}.xml`,
  })

async function sitemapPartResource(exchange: SiteExchange, name: string): Promise<SiteContent | null> {
  const number = Number(/^sitemap-([1-9]\d{0,3})\.xml$/.exec(name)?.[1])
  if (!number) return null
  const part = await runSiteWork(exchange, () =>
    sitemapPart(sitemapEntries(exchange.visit), number, urlsPerSitemap),
  )
  return part ? { contentType: xml, sameFor: 'all', parts: [], body: () => part } : null
}
