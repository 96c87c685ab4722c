import { yieldToEventLoop } from '../../base/yield-to-event-loop.ts'
import { readWholeBodies } from '../../modules/published-sites/visible-content/page-bodies.ts'
import type { WholeBody } from '../../modules/published-sites/visible-content/visible-body.ts'
import type { Visit } from '../../modules/published-sites/visits/visit.ts'
import { contentSecurityPolicy } from '../render/content-security-policy.ts'
import { type PageFormat, preferredFormat } from '../responses/accept.ts'
import { redirect, type SiteExchange, send } from '../responses/responses.ts'
import { asksForMarkdown, type FoundPage, pageAtPath } from './page-at-path.ts'
import { withCustomization } from './page-customization.ts'
import { isForRobots, pageHtml, pageJson, type ReadPageView } from './page-documents.ts'
import { readVariants } from './page-variants.ts'
import { readReferences } from './page-views.ts'
import { publishedMarkdown } from './published-markdown.ts'

/** Sends the page at the path, or redirects to it. Returns false if there is none. */
export async function sendPage(exchange: SiteExchange): Promise<boolean> {
  const { visit, request } = exchange
  const found = await pageAtPath(visit)
  if (!found) return false
  if ('location' in found) {
    redirect(exchange, found.location, found.status)
    return true
  }
  const format = asksForMarkdown(visit) ? 'markdown' : preferredFormat(request.headers.accept)
  await sendDocument(exchange, found, format)
  return true
}

async function sendDocument(exchange: SiteExchange, found: FoundPage, format: PageFormat): Promise<void> {
  const visit = withCustomization(exchange.visit, found.siteSpace)
  const [body] = await readWholeBodies(visit.services.database.query, [found.page])
  if (!body) throw new Error(`the body of page ${found.page.pageId} was not read`)
  const { isConditional } = body
  await send(
    { ...exchange, visit },
    {
      ...formatContent(format, visit, () => readPageView(visit, found, body)),
      parts: [format, found.page.pageId, ...(isConditional ? [visit.claims] : [])],
      sameFor: isConditional ? 'claims' : 'all',
      isPersonal: isConditional,
      varies: asksForMarkdown(visit) ? [] : ['Accept'],
      isForRobots: isForRobots({ visit, ...found }),
    },
  )
}

/** Reads what a page is rendered from. */
export async function readPageView(visit: Visit, found: FoundPage, body: WholeBody): Promise<ReadPageView> {
  const texts = [body.body, ...body.reusable.values()].map(({ markdown }) => markdown)
  const [references, variants] = await Promise.all([
    readReferences(visit, found, texts),
    readVariants(visit, found),
  ])
  // The page is rendered next, at once.
  await yieldToEventLoop()
  return { visit, ...found, body, references, variants }
}

function formatContent(format: PageFormat, visit: Visit, read: () => Promise<ReadPageView>) {
  switch (format) {
    case 'html':
      return {
        contentType: 'text/html; charset=utf-8',
        contentSecurityPolicy: contentSecurityPolicy(visit),
        body: async () => pageHtml(await read()),
      }
    case 'json':
      return {
        contentType: 'application/json; charset=utf-8',
        body: async () => JSON.stringify(await pageJson(await read())),
      }
    case 'markdown':
      return {
        contentType: 'text/markdown; charset=utf-8',
        body: async () => {
          const { page, body, references } = await read()
          return publishedMarkdown(page, body, references, visit)
        },
      }
  }
}
