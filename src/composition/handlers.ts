import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Database } from '../database/client.ts'
import { errorTable } from '../errors.ts'
import { createGraphQLHandler } from '../graphql/http.ts'
import { isPlain } from '../graphql/plain-request.ts'
import { limitsOfUploads, UploadReceiver } from '../graphql/uploads.ts'
import { jsonResponse, redirectResponse, sendResponse } from '../http/response.ts'
import { createFileHandler } from '../modules/content/file-handler.ts'
import { createExportHandler } from '../modules/exports/export-handler.ts'
import { createSpecDownloadHandler } from '../modules/openapi-specs/download-handler.ts'
import { createPdfHandler } from '../modules/pdf/pdf-handler.ts'
import { SiteCache } from '../modules/published-sites/site-cache.ts'
import { createSiteHandler } from '../modules/published-sites/site-handler.ts'
import { createSamlHandler } from '../modules/saml/saml-handler.ts'
import { createRestHandler } from '../rest/handler.ts'
import { schema } from './graph.ts'
import { reference } from './reference.ts'
import { type CreateContext, contextFactory } from './request-contexts.ts'
import { routeTable } from './route-table.ts'

interface HandlerOptions {
  readonly config: Config
  readonly database: Database
  readonly logger: Logger
  /** Returns false once the server is stopping. */
  readonly isReady: () => boolean
}

/** The part of the server that responds to the requests of some paths. */
export interface PathHandler {
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
  const createContext = contextFactory(options)
  const uploads = new UploadReceiver(limitsOfUploads(options.config))
  const cache = new SiteCache(options.config.siteCacheBytes)
  return [
    // Sites come first: on the host name of a site, every path belongs to the site.
    { path: /^/, handle: createSiteHandler({ ...options, cache }) },
    { path: /^\/files\//, handle: createFileHandler(options) },
    { path: /^\/exports\//, handle: createExportHandler(options) },
    { path: /^\/pdf\//, handle: createPdfHandler(options) },
    { path: /^\/saml\//, handle: createSamlHandler(options) },
    { path: /^\/openapi\//, handle: createSpecDownloadHandler(options) },
    { path: /^\/graphql\/?$/, handle: graphqlHandler(options, createContext, uploads) },
    // Takes the paths below /v1, also of request targets that are absolute URLs.
    { path: /^/, handle: restHandler(options, createContext, uploads) },
    { path: /^\/healthz$/, handle: sendHealth },
    { path: /^\/readyz$/, handle: readinessHandler(options) },
    // The paths of `urls.app`. There is no web app, so they redirect to GraphiQL.
    { path: /^\/($|[ocs]\/[A-Za-z0-9])/, handle: redirectToGraphiQL },
  ]
}

function graphqlHandler(
  { config }: HandlerOptions,
  createContext: CreateContext,
  uploads: UploadReceiver,
): PathHandler['handle'] {
  const handle = createGraphQLHandler(schema, config, uploads)
  return async (request, response, { requestId }) => {
    const mayPresume = isPlain(request)
    return handle(request, response, await createContext(request, requestId, 'graphql', { mayPresume }))
  }
}

function restHandler(
  { config, logger }: HandlerOptions,
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
    logger,
    contextFor: (request, requestId) =>
      createContext(request, requestId, 'rest', { mayPresume: request.method === 'GET' }),
  })
}

const sendHealth: PathHandler['handle'] = (request, response) =>
  sendResponse(request, response, statusResponse(200, 'ok'))

function readinessHandler({ isReady, database }: HandlerOptions): PathHandler['handle'] {
  return async (request, response) => {
    const unavailable = errorTable.SERVICE_UNAVAILABLE.status
    const reply = !isReady()
      ? statusResponse(unavailable, 'stopping')
      : (await isReachable(database))
        ? statusResponse(200, 'ok')
        : statusResponse(unavailable, 'the database cannot be reached')
    sendResponse(request, response, reply)
  }
}

const statusResponse = (httpStatus: number, status: string) =>
  jsonResponse(httpStatus, { status }, { 'Cache-Control': 'no-store' })

async function isReachable(database: Database): Promise<boolean> {
  try {
    await database.pool.query('SELECT 1')
    return true
  } catch {
    return false
  }
}

const redirectToGraphiQL: PathHandler['handle'] = (request, response) =>
  sendResponse(request, response, redirectResponse(302, '/graphql'))
