import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { linkSecret } from '../access/signed-urls.ts'
import { appObjectAt } from '../base/app-addresses.ts'
import type { Config } from '../base/config.ts'
import type { HasTxtRecord } from '../base/dns.ts'
import { errorTable } from '../base/errors.ts'
import { hasFreeSpace } from '../base/free-space.ts'
import type { Database } from '../database/client.ts'
import type { Readiness } from '../database/database-check.ts'
import { sendGraphiQLFile } from '../graphql/graphiql.ts'
import { createGraphQLHandler } from '../graphql/http.ts'
import { isPlain } from '../graphql/plain-request.ts'
import { limitsOfUploads, UploadReceiver } from '../graphql/uploads.ts'
import { askedAddressReader } from '../http/forwarded-address.ts'
import { isMultipart } from '../http/multipart.ts'
import { jsonResponse, sendResponse } from '../http/response.ts'
import { assertMethod, assertSupportedMethod } from '../http/transport-error.ts'
import { createAuditEventExportHandler } from '../modules/audit-events/export-handler.ts'
import { createFileHandler } from '../modules/content/file-handler.ts'
import { isStore } from '../modules/content/store-id.ts'
import { createExportHandler } from '../modules/exports/export-handler.ts'
import { createFontHandler } from '../modules/fonts/font-handler.ts'
import { createUploadHandler } from '../modules/fonts/upload-handler.ts'
import { createJobResultHandler } from '../modules/jobs/result-handler.ts'
import { createSpecDownloadHandler } from '../modules/openapi-specs/download-handler.ts'
import { createPdfHandler } from '../modules/pdf/pdf-handler.ts'
import { SiteCache } from '../modules/published-sites/site-cache.ts'
import { createSamlHandler } from '../modules/saml/saml-handler.ts'
import { RateLimiter } from '../rate-limits/rate-limiter.ts'
import { sendVisitorSession } from '../renderer/session-handler.ts'
import type { RunJob } from '../request/context.ts'
import { createRestHandler } from '../rest/handler.ts'
import { needsSafety } from '../rest/safe-writes.ts'
import { createSiteHandler } from '../sites/site-handler.ts'
import { entryPage } from './entry-page.ts'
import { schema } from './graph.ts'
import { createMetricsHandler } from './metrics-handler.ts'
import { reference } from './reference.ts'
import { type CreateContext, contextFactory } from './request-contexts.ts'
import { routeTable } from './route-table.ts'

interface HandlerOptions {
  readonly config: Config
  readonly database: Database
  readonly logger: Logger
  readonly hasTxtRecord?: HasTxtRecord | undefined
  /** Makes this process look for jobs. */
  readonly wakeJobs: () => void
  /** Makes this process run a job that a request waits for. */
  readonly runJob: RunJob
  /** Returns false once the server is stopping. */
  readonly isReady: () => boolean
}

/** The part of the server that responds to the requests of some paths. */
export interface PathHandler {
  /** Its name in the metrics. */
  readonly part: string
  readonly path: RegExp
  /** Responds, or resolves to false to leave the request to the handlers after this one. */
  readonly handle: (
    request: IncomingMessage,
    response: ServerResponse,
    exchange: { readonly requestId: string },
  ) => unknown
}

/** Creates the handlers of all paths. The first that matches a path, and does not decline, responds. */
export function createHandlers(options: HandlerOptions): readonly PathHandler[] {
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
  return [
    // REST refuses methods in its own form.
    { part: 'methods', path: /^(?!\/v1(\/|$))/, handle: refuseUnsupportedMethods },
    // Before the sites, which ask the database whose host name it is.
    { part: 'health', path: /^\/healthz$/, handle: sendHealth },
    { part: 'health', path: /^\/readyz$/, handle: readinessHandler(options) },
    { part: 'metrics', path: /^\/metrics$/, handle: createMetricsHandler(options) },
    // Then the sites: on the host name of a site, every other path belongs to the site.
    { part: 'sites', path: /^/, handle: createSiteHandler({ ...options, cache, limiter, askedAddress }) },
    { part: 'files', path: /^\/files\//, handle: limited(createFileHandler(options)) },
    { part: 'uploads', path: /^\/uploads\//, handle: limited(createUploadHandler(options)) },
    { part: 'fonts', path: /^\/fonts\//, handle: limited(createFontHandler(options)) },
    { part: 'exports', path: /^\/exports\//, handle: limited(createExportHandler(options)) },
    { part: 'exports', path: /^\/audit-events\//, handle: limited(createAuditEventExportHandler(options)) },
    { part: 'jobs', path: /^\/jobs\//, handle: limited(createJobResultHandler(options)) },
    { part: 'pdf', path: /^\/pdf\//, handle: limited(createPdfHandler(options)) },
    { part: 'saml', path: /^\/saml\//, handle: limited(createSamlHandler({ ...options, limiter })) },
    { part: 'openapi', path: /^\/openapi\//, handle: limited(createSpecDownloadHandler(options)) },
    { part: 'renderer', path: /^\/__session\/2\/?$/, handle: limited(sendVisitorSession) },
    { part: 'graphiql', path: /^\/graphql\/./, handle: sendGraphiQLFile },
    { part: 'graphql', path: /^\/graphql\/?$/, handle: graphqlHandler(options, createContext, uploads) },
    // Takes the paths below /v1, also of request targets that are absolute URLs.
    { part: 'rest', path: /^/, handle: restHandler(options, createContext, uploads) },
    { part: 'pages', path: /^\/$/, handle: sendEntryPage },
    // The paths of `urls.app`, for which there is no web app yet.
    { part: 'pages', path: /^\/[ocs]\//, handle: objectPageHandler(createContext) },
  ]
}

const refuseUnsupportedMethods: PathHandler['handle'] = (request) => {
  assertSupportedMethod(request)
  return false
}

function graphqlHandler(
  { config }: HandlerOptions,
  createContext: CreateContext,
  uploads: UploadReceiver,
): PathHandler['handle'] {
  const handle = createGraphQLHandler(schema, config, uploads)
  return async (request, response, { requestId }) => {
    const exchange = { request, response, requestId }
    const mayPresume = isPlain(request)
    return handle(request, response, await createContext(exchange, 'graphql', { mayPresume }))
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
    maxBodyBytes: config.maxBodyBytes,
    uploads,
    secretOfPages: () => linkSecret(database),
    logger,
    contextFor: (exchange) => {
      const mayPresume = !needsSafety(exchange.request) && !isMultipart(exchange.request)
      return createContext(exchange, 'rest', { mayPresume })
    },
  })
}

const sendHealth: PathHandler['handle'] = (request, response) =>
  sendResponse(request, response, statusResponse(200, 'ok'))

/** The messages of a process that should get no requests, by the cause. */
const notReady: Readonly<Record<Exclude<Readiness, 'ready'>, string>> = {
  unreachable: 'the database cannot be reached',
  exhausted: 'the database accepts no more connections',
  busy: 'the database does not answer in time',
  'read-only': 'the database accepts no writes',
  full: 'the disk of the database or of the files is full',
  'files missing': 'the folder of the files is not that of the database',
}

function readinessHandler({ isReady, database, config }: HandlerOptions): PathHandler['handle'] {
  return async (request, response) => {
    const status = isReady() ? await statusOf(database, config) : 'stopping'
    const httpStatus = status === 'ok' ? 200 : errorTable.SERVICE_UNAVAILABLE.status
    sendResponse(request, response, statusResponse(httpStatus, status))
  }
}

async function statusOf(database: Database, config: Config): Promise<string> {
  const [readiness, hasSpace] = await Promise.all([database.readiness(), hasFreeSpace(config.dataDir)])
  if (readiness !== 'ready') return notReady[readiness]
  if (!(await isStore(config, database.pool))) return notReady['files missing']
  return hasSpace ? 'ok' : notReady.full
}

const statusResponse = (httpStatus: number, status: string) =>
  jsonResponse(
    httpStatus,
    { status },
    { 'Cache-Control': 'no-store', ...(httpStatus !== 200 && { 'Retry-After': '1' }) },
  )

const sendEntryPage: PathHandler['handle'] = (request, response) => {
  assertMethod(request, 'GET', 'HEAD')
  sendResponse(request, response, entryPage())
}

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
