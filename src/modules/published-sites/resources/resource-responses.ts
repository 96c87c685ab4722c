import { preferredForm } from '../responses/accept.ts'
import { type Answer, type SiteExchange, send } from '../responses/responses.ts'
import { isOpenToRobots, type Visit } from '../visits/visit.ts'
import { sendFile } from './files.ts'
import { llmsFull, llmsIndex } from './llms-text.ts'
import { sendSearch } from './search-responses.ts'
import { sitemap, sitemapPart } from './sitemap.ts'
import { sitemapEntries, urlsPerSitemap } from './sitemap-entries.ts'

const plain = 'text/plain; charset=utf-8'
const xml = 'application/xml; charset=utf-8'

/** Sends what the site has besides pages; false if the address is that of a page. */
export async function sendResource(exchange: SiteExchange): Promise<boolean> {
  const { visit, request } = exchange
  const [first, second, ...more] = visit.segments
  if (first === '~files' && second !== undefined && more.length <= 1) return sendFile(exchange, second)
  if (first === undefined || second !== undefined) return false
  if (first === '~search') {
    await sendSearch(exchange, preferredForm(request.headers.accept))
    return true
  }
  const answer = await textAnswer(visit, first)
  if (!answer) return false
  await send(exchange, { ...answer, isForRobots: isOpenToRobots(visit) })
  return true
}

async function textAnswer(visit: Visit, name: string): Promise<Answer | null> {
  switch (name) {
    case 'robots.txt':
      return { contentType: plain, parts: [], body: () => robots(visit) }
    case 'sitemap.xml':
      return { contentType: xml, parts: [], body: () => wholeSitemap(visit) }
    case 'llms.txt':
      return { contentType: plain, parts: [], body: () => llmsIndex(visit) }
    case 'llms-full.txt': {
      // Pages may hold parts for some visitors only, which nobody knows before all of them are read.
      const { claims } = visit
      const isPersonal = Object.keys(claims).length > 0
      const varies = ['Cookie']
      return { contentType: plain, parts: [claims], isPersonal, varies, body: () => llmsFull(visit) }
    }
    default:
      return partAnswer(visit, name)
  }
}

/** Those of a site that search engines shall not show are told so. */
const robots = (visit: Visit): string =>
  isOpenToRobots(visit)
    ? `User-agent: *\nAllow: /\nDisallow: ${visit.base}/~search\nSitemap: ${visit.address}/sitemap.xml\n`
    : 'User-agent: *\nDisallow: /\n'

const wholeSitemap = (visit: Visit): Promise<string> =>
  sitemap(sitemapEntries(visit), {
    perFile: urlsPerSitemap,
    addressOfPart: (number) => `${visit.address}/sitemap-${number}.xml`,
  })

async function partAnswer(visit: Visit, name: string): Promise<Answer | null> {
  const number = Number(/^sitemap-([1-9]\d{0,3})\.xml$/.exec(name)?.[1])
  const part = number && (await sitemapPart(sitemapEntries(visit), number, urlsPerSitemap))
  return part ? { contentType: xml, parts: [], body: () => part } : null
}
