import { createServer, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ReportProgress } from '../../base/report-progress.ts'
import type { Site } from '../../generated/prisma/client.ts'
import { askedAddressReader } from '../../http/forwarded-address.ts'
import { SiteCache } from '../../modules/published-sites/site-cache.ts'
import { RateLimiter } from '../../rate-limits/rate-limiter.ts'
import type { Context } from '../../request/context.ts'
import { createSiteHandler } from '../../sites/site-handler.ts'
import { mapConcurrently } from '../../workers/map-concurrently.ts'

/** How the addresses of an old site answer on a new one. */
export interface AnsweredAddresses {
  readonly direct: readonly string[]
  readonly redirected: readonly string[]
  readonly missing: readonly string[]
}

const requestsAtOnce = 4

/** Maximum redirects that are followed from one address. */
const maximumRedirects = 10

type Answer = 'direct' | 'redirected' | 'missing'

/**
 * Asks a published site for paths as a visitor without a token would, by the handler that serves it: in this process, on a
 * port that only this machine reaches.
 */
export async function answersOf(
  { config, database, logger }: Pick<Context, 'config' | 'database' | 'logger'>,
  site: Pick<Site, 'id' | 'organizationId'>,
  paths: readonly string[],
  report: ReportProgress,
): Promise<AnsweredAddresses> {
  const limiter = new RateLimiter({ config: { ...config, rateLimit: 'off' }, database, logger })
  const handle = createSiteHandler({
    ...{ config, database, limiter, cache: new SiteCache() },
    askedAddress: askedAddressReader([]),
  })
  const server = createServer(async (request, response) => {
    const isHandled = await Promise.resolve(handle(request, response)).catch(() => false)
    if (!isHandled && !response.headersSent) response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    const base = `/sites/${site.organizationId}/${site.id}`
    let done = 0
    const answers = await mapConcurrently(paths, requestsAtOnce, async (path) => {
      const answer = await answerOf(port, base + path)
      report('asking for old addresses', ++done, paths.length)
      return answer
    })
    const having = (wanted: Answer) => paths.filter((_, index) => answers[index] === wanted)
    return { direct: having('direct'), redirected: having('redirected'), missing: having('missing') }
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

/** An address elsewhere, to which a redirect leads, is not asked for. */
async function answerOf(port: number, path: string): Promise<Answer> {
  let next = path
  for (let redirects = 0; redirects <= maximumRedirects; redirects++) {
    const { status, location } = await ask(port, next)
    if (status < 300 || status === 304) return redirects === 0 ? 'direct' : 'redirected'
    if (status >= 400 || location === undefined) return 'missing'
    if (!location.startsWith('/')) return 'redirected'
    next = location
  }
  return 'missing'
}

/** Asks whether there is something. With any version of it known, the handler needs not render it. */
function ask(port: number, path: string): Promise<{ status: number; location: string | undefined }> {
  return new Promise((resolve, reject) => {
    const headers = { 'If-None-Match': '*', Accept: 'text/html' }
    const sent = sendRequest({ host: '127.0.0.1', port, path, method: 'HEAD', headers }, (response) => {
      response.resume()
      resolve({ status: response.statusCode ?? 0, location: response.headers.location })
    })
    sent.on('error', reject)
    sent.end()
  })
}
