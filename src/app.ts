import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { Authenticator, bearerToken } from './access/authenticate.ts'
import { sessionToken } from './access/session-cookie.ts'
import { schema } from './composition/graph.ts'
import { allJobs } from './composition/jobs.ts'
import { registerListeners } from './composition/listeners.ts'
import { reference } from './composition/reference.ts'
import { routes } from './composition/routes.ts'
import type { Config } from './config.ts'
import type { Database } from './database/client.ts'
import { startJobs } from './database/jobs.ts'
import { AppError, errorTable, notFound } from './errors.ts'
import type { Context } from './graphql/context.ts'
import { createGraphQLHandler } from './graphql/http.ts'
import { createFileHandler } from './modules/content/file-handler.ts'
import { createExportHandler } from './modules/exports/export-handler.ts'
import { createSpecDownloadHandler } from './modules/openapi-specs/download-handler.ts'
import { createPdfHandler } from './modules/pdf/pdf-handler.ts'
import { createSiteHandler } from './modules/published-sites/site-handler.ts'
import { viewerOfVisit } from './modules/published-sites/visits/visit-viewer.ts'
import { createSamlHandler } from './modules/saml/saml-handler.ts'
import { isSiteGrant } from './modules/visitors/site-grants.ts'
import { createRestHandler } from './rest/handler.ts'

export interface App {
  readonly handler: RequestListener
  /** False once the app is draining. `/readyz` then responds with 503, so that a load balancer sends no more requests. */
  ready: boolean
  /** Starts the background jobs. */
  start(): Promise<void>
  close(): Promise<void>
}

/** The paths of `urls.app`. There is no web app, so they redirect to GraphiQL. */
const appPath = /^\/[ocs]\/[A-Za-z0-9]/

export interface AppOptions {
  readonly config: Config
  readonly database: Database
  readonly logger: Logger
}

/** A request and its response, before authentication. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly path: string
  readonly requestId: string
  readonly logger: Logger
}

/** Creates the request handler and the background jobs on a migrated database. The caller starts the HTTP server. */
export function createApp({ config, database, logger }: AppOptions): App {
  registerListeners()
  const authenticator = new Authenticator(database.pool)
  const contextFor = async (request: IncomingMessage, requestId: string, door: Context['door']) => ({
    requestId,
    logger: logger.child({ requestId }),
    config,
    database,
    door,
    viewer: await viewerOfRequest(request, door),
  })
  const viewerOfRequest = async (request: IncomingMessage, door: Context['door']) => {
    const { headers } = request
    if (headers.authorization === undefined)
      return authenticator.authenticateSession(sessionToken(request, config))
    const token = bearerToken(headers.authorization)
    // Visitors may use REST only, where rows declare what they may read. In GraphQL they could follow relations from
    // published content to unpublished content.
    if (door === 'rest' && token !== null && isSiteGrant(token)) {
      const visitor = await viewerOfVisit({ config, database }, token)
      if (visitor) return visitor
    }
    return authenticator.authenticate(headers.authorization)
  }
  const { baseUrl, maxBodyBytes } = config
  const rest = createRestHandler({
    schema,
    routes,
    reference,
    baseUrl,
    maxBodyBytes,
    logger,
    contextFor: (request, requestId) => contextFor(request, requestId, 'rest'),
  })
  const graphql = createGraphQLHandler(schema, maxBodyBytes)
  const files = createFileHandler({ config, database })
  const exports = createExportHandler({ config, database })
  const pdf = createPdfHandler({ config, database })
  const specs = createSpecDownloadHandler({ config, database })
  const saml = createSamlHandler({ config, database, logger })
  const sites = createSiteHandler({ config, database })

  let jobs: { stop(): Promise<void> } | undefined

  const app: App = {
    ready: true,
    start: async () => {
      jobs = await startJobs({ database, logger, ...allJobs({ config, database }) })
    },
    close: async () => {
      await jobs?.stop()
    },
    handler: (request, response) => {
      const exchange = openExchange(request, response, logger)
      dispatch(exchange).catch((error: unknown) => answerError(exchange, error))
    },
  }

  async function dispatch({ request, response, path, requestId }: Exchange): Promise<unknown> {
    // Sites come first: on the host name of a site, every path belongs to the site.
    if (await sites(request, response)) return
    if (path.startsWith('/files/')) return files(request, response)
    if (path.startsWith('/exports/')) return exports(request, response)
    if (path.startsWith('/pdf/')) return pdf(request, response)
    if (path.startsWith('/saml/')) return saml(request, response, requestId)
    if (path.startsWith('/openapi/')) return specs(request, response)
    if (path === '/graphql' || path === '/graphql/')
      return graphql(request, response, await contextFor(request, requestId, 'graphql'))
    if (await rest(request, response)) return
    if (path === '/healthz') return sendJson(response, 200, { status: 'ok' })
    if (path === '/readyz') return answerReadiness(response)
    if (path === '/' || appPath.test(path)) return redirect(response, '/graphql')
    throw notFound()
  }

  async function answerReadiness(response: ServerResponse): Promise<void> {
    const reachable = app.ready && (await isReachable(database))
    const status = reachable ? 'ok' : app.ready ? 'the database cannot be reached' : 'stopping'
    sendJson(response, reachable ? 200 : errorTable.SERVICE_UNAVAILABLE.status, { status })
  }

  return app
}

function openExchange(request: IncomingMessage, response: ServerResponse, logger: Logger): Exchange {
  const started = performance.now()
  const requestId = randomUUID()
  // The query is not logged: it may contain the key of a share link.
  const path = (request.url ?? '/').split('?')[0] as string
  response.setHeader('X-Request-Id', requestId)
  response.on('close', () => {
    const milliseconds = Math.round(performance.now() - started)
    logger.info(
      {
        requestId,
        method: request.method,
        path: redactShareKey(path),
        status: response.statusCode,
        milliseconds,
      },
      'request',
    )
  })
  return { request, response, path, requestId, logger: logger.child({ requestId }) }
}

/** Redacts the key of a share link, which is a segment of the paths of a site. */
const redactShareKey = (path: string): string =>
  path.replace(/^((?:\/sites\/[^/]+\/[^/]+)?\/)[\w-]{32}(?=\/|$)/, '$1…')

async function isReachable(database: Database): Promise<boolean> {
  try {
    await database.pool.query('SELECT 1')
    return true
  } catch {
    return false
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  })
  response.end(JSON.stringify(body))
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { Location: location })
  response.end()
}

/** Responds to an error outside of an operation: an invalid token, an unknown path, or an unexpected error. */
function answerError({ response, requestId, logger }: Exchange, error: unknown): void {
  const known = error instanceof AppError ? error : new AppError('INTERNAL_SERVER_ERROR')
  if (known !== error) logger.error({ err: error }, 'unexpected error')
  if (response.headersSent) {
    response.destroy()
    return
  }
  if (known.code === 'UNAUTHENTICATED') response.setHeader('WWW-Authenticate', 'Bearer')
  if (known.code === 'PAYLOAD_TOO_LARGE') response.setHeader('Connection', 'close')
  sendJson(response, errorTable[known.code].status, {
    errors: [{ message: known.message, extensions: { code: known.code, requestId } }],
  })
}
