import type { IncomingMessage } from 'node:http'
import { linkSecret } from '../access/signed-urls.ts'
import { appObjectAt } from '../base/app-addresses.ts'
import type { HasTxtRecord } from '../base/dns.ts'
import { sendGraphiQLFile } from '../graphql/graphiql.ts'
import { createDocuments, createGraphQLHandler } from '../graphql/http.ts'
import { isPlain } from '../graphql/plain-request.ts'
import { limitsOfUploads, UploadReceiver } from '../graphql/uploads.ts'
import { allowCrossOrigin } from '../http/cross-origin.ts'
import { askedAddressReader } from '../http/forwarded-address.ts'
import { isMultipart } from '../http/multipart.ts'
import type { PathHandler } from '../http/path-handler.ts'
import { sendResponse } from '../http/response.ts'
import { assertMethod, assertSupportedMethod } from '../http/transport-error.ts'
import type { McpServices } from '../mcp/services.ts'
import { askedBelowServer, mayAskSiteMcp, pathOfSiteMcp } from '../mcp/site/asked-path.ts'
import type { HandlerServices } from '../modules/module.ts'
import { SiteCache } from '../modules/published-sites/site-cache.ts'
import { mayBeForSite } from '../modules/published-sites/visits/open-visit.ts'
import { RateLimiter } from '../rate-limits/rate-limiter.ts'
import { sendVisitorSession } from '../renderer/session-handler.ts'
import { createRestHandler } from '../rest/handler.ts'
import { needsSafety } from '../rest/safe-writes.ts'
import { createPageHandler, invitationLinkHandler, withErrorPages } from '../sign-in/page-handlers.ts'
import type { PageServices } from '../sign-in/visit.ts'
import { createSiteHandler } from '../sites/site-handler.ts'
import { createSubscriptions } from '../subscriptions/subscriptions.ts'
import { workspaceHandlers } from '../workspace-shell/workspace-handler.ts'
import { schema } from './graph.ts'
import { type Handlers, type HealthOptions, healthHandlers } from './health.ts'
import { modules } from './modules.ts'
import { reference } from './reference.ts'
import { type CreateContext, contextFactory } from './request-contexts.ts'
import { routeTable } from './route-table.ts'

interface HandlerOptions extends Omit<HandlerServices, 'limiter'>, HealthOptions {
  readonly hasTxtRecord?: HasTxtRecord | undefined
}

export function createHandlers(options: HandlerOptions): Handlers {
  const limiter = new RateLimiter(options)
  const createContext = contextFactory({ ...options, limiter })
  const uploads = new UploadReceiver(limitsOfUploads(options.config))
  const cache = new SiteCache(options.config.siteCacheBytes)
  const askedAddress = askedAddressReader(options.config.trustedProxies)
  const limited =
    (handle: PathHandler['handle']): PathHandler['handle'] =>
    (request, response, exchange) => {
      limiter.admitVisitor(request)
      return handle(request, response, exchange)
    }
  const pages: PageServices = {
    ...options,
    limiter,
    schema,
    contextOf: (exchange) => createContext(exchange, 'graphql'),
  }
  const mcp: McpServices = { ...options, cache, limiter, askedAddress, schema, createContext }
  const documents = createDocuments(schema, options.config)
  const subscriptions = createSubscriptions({
    ...options,
    schema,
    documents,
    contextOf: (exchange) => createContext(exchange, 'graphql'),
  })
  const graphql = createGraphQLHandler({
    schema,
    config: options.config,
    documents,
    uploads,
    streams: subscriptions.streams,
  })
  const paths: readonly PathHandler[] = [
    // REST refuses methods in its own form.
    { part: 'methods', path: /^(?!\/v1(\/|$))/, handle: refuseUnsupportedMethods },
    // Before the sites, which ask the database whose host name it is.
    ...healthHandlers(options),
    // Then the sites: on the host name of a site, every other path belongs to the site.
    { part: 'mcp', path: pathOfSiteMcp, handle: siteMcpHandler(mcp) },
    { part: 'sites', path: /^/, handle: createSiteHandler(mcp) },
    { part: 'mcp', path: /^\/mcp\/?$/, handle: workspaceMcpHandler(mcp) },
    createPageHandler(pages),
    ...workspaceHandlers(pages),
    invitationLinkHandler(options.config),
    ...modules
      .flatMap(({ handlers }) => handlers?.({ ...options, limiter }) ?? [])
      .map((handler) => ({ ...handler, handle: withErrorPages(pages, limited(handler.handle)) })),
    { part: 'renderer', path: /^\/__session\/2\/?$/, handle: limited(sendVisitorSession) },
    { part: 'graphiql', path: /^\/graphql\/./, handle: sendGraphiQLFile },
    { part: 'graphql', path: /^\/graphql\/?$/, handle: graphqlHandler(options, createContext, graphql) },
    // Takes the paths below /v1, also of request targets that are absolute URLs.
    { part: 'rest', path: /^/, handle: restHandler(options, createContext, uploads) },
    // The paths of `urls.app`, where the workspace is switched off.
    { part: 'pages', path: /^\/[ocs]\//, handle: objectPageHandler(createContext) },
  ]
  return { paths, subscriptions }
}

const refuseUnsupportedMethods: PathHandler['handle'] = (request) => {
  assertSupportedMethod(request)
  return false
}

function graphqlHandler(
  { config }: HandlerOptions,
  createContext: CreateContext,
  handle: ReturnType<typeof createGraphQLHandler>,
): PathHandler['handle'] {
  return async (request, response, { requestId }) => {
    // Before the context, whose errors pages of other origins read too.
    allowCrossOrigin(request, response, config)
    const exchange = { request, response, requestId }
    const mayConfirmLater = isPlain(request)
    return handle(
      request,
      response,
      await createContext(exchange, 'graphql', { mayConfirmLater, mayReadReplicas: true }),
    )
  }
}

function restHandler(
  { config, logger, database }: HandlerOptions,
  createContext: CreateContext,
  uploads: UploadReceiver,
): PathHandler['handle'] {
  return createRestHandler({
    schema,
    table: routeTable,
    reference,
    baseUrl: config.baseUrl,
    origins: config,
    maxBodyBytes: config.maxBodyBytes,
    uploads,
    secretOfPages: async () => linkSecret(database),
    logger,
    contextFor: (exchange) => {
      const mayConfirmLater = !needsSafety(exchange.request) && !isMultipart(exchange.request)
      const mayReadReplicas = isRead(exchange.request)
      return createContext(exchange, 'rest', { mayConfirmLater, mayReadReplicas })
    },
  })
}

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD'

/** The MCP servers of sites. Their code is loaded for the first that asks. */
const siteMcpHandler =
  (services: McpServices): PathHandler['handle'] =>
  (given, response, { requestId }) => {
    const request = askedBelowServer(given)
    if (!mayBeForSite(services, request) || !mayAskSiteMcp(request)) return false
    return import('../mcp/site/site-endpoint.ts').then(({ answerAtSite }) =>
      answerAtSite(services, { request, response, requestId }),
    )
  }

const workspaceMcpHandler =
  (services: McpServices): PathHandler['handle'] =>
  (request, response, { requestId }) =>
    import('../mcp/workspace/workspace-endpoint.ts').then(({ answerInWorkspace }) =>
      answerInWorkspace(services, { request, response, requestId }),
    )

function objectPageHandler(createContext: CreateContext): PathHandler['handle'] {
  return async (request, response, { requestId }) => {
    const object = appObjectAt(new URL(request.url ?? '/', 'http://lectern').pathname)
    if (!object) return false
    assertMethod(request, 'GET', 'HEAD')
    const context = await createContext({ request, response, requestId }, 'graphql')
    const { objectPage } = await import('../sites/object-pages/object-page.ts')
    sendResponse(request, response, await objectPage(context, object))
  }
}
