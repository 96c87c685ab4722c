import type { IncomingMessage } from 'node:http'
import { bearerToken } from '../../access/authenticate.ts'
import { mayOnSite } from '../../access/authorize.ts'
import { isApiToken } from '../../access/tokens.ts'
import { runHeavy } from '../../admission/admission.ts'
import { AppError } from '../../base/errors.ts'
import { requestLogger } from '../../base/logger.ts'
import { disconnectionOf } from '../../http/disconnection.ts'
import { type HttpResponse, jsonResponse, sendResponse } from '../../http/response.ts'
import { protectedResource } from '../../modules/oauth/metadata.ts'
import {
  type AssistantVisit,
  type CredentialsOfToken,
  openAssistantVisit,
} from '../../modules/published-sites/visits/assistant-visit.ts'
import { readContent } from '../../modules/published-sites/visits/content-on-replica.ts'
import { isAtHostOfSites } from '../../modules/published-sites/visits/open-visit.ts'
import { mcpLimits } from '../limits.ts'
import { answerMessage } from '../protocol.ts'
import type { McpExchange, McpServices } from '../services.ts'
import type { AskedBy } from '../tool-answers.ts'
import { answerOrRefusal, answerWithoutMessage, readMessage, refusal, tokenRequired } from '../transport.ts'
import { isOfClient, metadataSegment } from './asked-path.ts'
import { type SiteCall, siteServer } from './site-tools.ts'

/** The scopes of a token that a site needs. */
const scopes = ['read'] as const

/**
 * Answers a client of the MCP server of a site. Returns false if the address is not that of one, or if the client may not know of
 * the site: then it gets what any visitor gets there.
 */
export async function answerAtSite(services: McpServices, exchange: McpExchange): Promise<boolean> {
  const { request, response, requestId } = exchange
  const asked = { requestId, logger: requestLogger(services.logger, requestId) }
  const answer = await answerOrRefusal(asked, () => answerOf(services, exchange, asked))
  if (!answer) return false
  sendResponse(request, response, answer)
  return true
}

async function answerOf(
  services: McpServices,
  exchange: McpExchange,
  asked: AskedBy,
): Promise<HttpResponse | null> {
  const { request, response } = exchange
  const { authorization } = request.headers
  const signal = disconnectionOf(request)
  const opened = await runHeavy('siteVisits', { owner: services.limiter.addressOf(request), signal }, () =>
    openRefusingTokens(services, exchange),
  )
  if (!opened) return isOfClient(request) && (await isUnderSites(services, request)) ? unknownSite : null
  const { url, segments, visit } = opened
  if (!isEndpoint(segments)) return null
  const { endpoint, isMetadata } = endpointAt(url)
  if (isMetadata) return metadataOf(services, endpoint)
  const unasked = answerWithoutMessage(request, response, services.config, url.origin)
  if (unasked) return unasked
  if (!visit) {
    const hasToken = authorization !== undefined
    return opened.isKnownMember
      ? refusal(403, 'Your account may not see this site. Ask somebody who administers it.')
      : tokenRequired({ metadataUrl: `${endpoint}/${metadataSegment}`, scope: scopes.join(' '), hasToken })
  }
  const owner = visit.site.id
  const read = await readMessage(request, mcpLimits.messageBytesOfSite, owner)
  if ('status' in read) return read
  const runSiteWork: SiteCall['runSiteWork'] = (work) => runHeavy('sitePages', { owner, signal }, work)
  return readContent(visit, request, (reading) =>
    answerMessage(siteServer(reading, { ...asked, runSiteWork }), {
      url,
      headers: request.headers,
      message: read.message,
    }),
  )
}

/** The refusal of a client where there is no site, or none that it may know of. */
const unknownSite = refusal(404, 'There is no published site at this address, or it needs the key of a link.')

/** Returns whether an address can be that of a site alone, so that nothing else of this server answers there. */
const isUnderSites = async (services: McpServices, request: IncomingMessage): Promise<boolean> =>
  request.url?.startsWith('/sites/') === true || isAtHostOfSites(services, request)

/** The visit of a client, or none with the reason. */
interface OpenedEndpoint extends AssistantVisit {
  /** Whether the client has a token of a member who may not see the site. */
  readonly isKnownMember: boolean
}

/** Opens a visit. A token of Lectern that is not active is refused as none would be, also where none is needed. */
async function openRefusingTokens(
  services: McpServices,
  { request, response, requestId }: McpExchange,
): Promise<OpenedEndpoint | null> {
  const token = bearerToken(request.headers.authorization)
  let isActive = false
  const credentialsOfToken: CredentialsOfToken = async (site) => {
    if (token === null) return {}
    if (!isApiToken(token)) return { visitorToken: token }
    try {
      const { viewer } = await services.createContext({ request, response, requestId }, 'graphql')
      isActive = true
      return { isMember: viewer !== null && mayOnSite(viewer, 'site:view', site) }
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHENTICATED') return {}
      throw error
    }
  }
  const opened = await openAssistantVisit(services, request, credentialsOfToken)
  if (!opened) return null
  const isRefused = token !== null && isApiToken(token) && !isActive
  return { ...opened, visit: isRefused ? null : opened.visit, isKnownMember: isActive && !opened.visit }
}

/** Returns the address of the MCP server, whose metadata is below it. */
function endpointAt(url: URL): { readonly endpoint: string; readonly isMetadata: boolean } {
  const path = url.pathname.replace(/\/$/, '')
  const isMetadata = path.endsWith(`/${metadataSegment}`)
  const endpoint = url.origin + (isMetadata ? path.slice(0, -`/${metadataSegment}`.length) : path)
  return { endpoint, isMetadata }
}

/** Returns whether the path on the site is that of its MCP server. */
function isEndpoint(segments: readonly string[]): boolean {
  const path = (segments.at(-1) === metadataSegment ? segments.slice(0, -1) : segments).join('/')
  return path === 'mcp' || path === '~gitbook/mcp'
}

const metadataOf = ({ config }: McpServices, endpoint: string): HttpResponse =>
  jsonResponse(200, protectedResource(config, endpoint, scopes), {
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': 'public, max-age=3600',
  })
