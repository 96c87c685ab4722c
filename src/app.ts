import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { Authenticator } from './access/authenticate.ts'
import type { Config } from './config.ts'
import type { Database } from './database/client.ts'
import { AppError, errorTable } from './errors.ts'
import type { Context } from './graphql/context.ts'
import { createGraphQLHandler } from './graphql/http.ts'
import { schema } from './graphql/schema.ts'
import { createRestHandler } from './rest/handler.ts'
import { routes } from './rest/routes.ts'

export interface App {
  readonly handler: RequestListener
  /** False once the app is draining; `/readyz` says so to the balancer. */
  ready: boolean
  close(): Promise<void>
}

export interface AppOptions {
  readonly config: Config
  readonly database: Database
  readonly logger: Logger
}

/** The server with everything in it, on a database that is migrated. It listens nowhere by itself. */
export function createApp({ config, database, logger }: AppOptions): App {
  const authenticator = new Authenticator(database.pool)
  const graphql = createGraphQLHandler(schema, config.maxBodyBytes)
  const rest = createRestHandler({
    schema,
    routes,
    baseUrl: config.baseUrl,
    maxBodyBytes: config.maxBodyBytes,
  })

  const app: App = {
    ready: true,
    close: async () => {},
    handler: (request, response) => {
      void handle(request, response)
    },
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = performance.now()
    const requestId = randomUUID()
    const log = logger.child({ requestId })
    response.setHeader('X-Request-Id', requestId)
    response.on('close', () => {
      const path = request.url?.split('?')[0]
      const milliseconds = Math.round(performance.now() - started)
      log.info({ method: request.method, path, status: response.statusCode, milliseconds }, 'request')
    })
    try {
      await dispatch(request, response, requestId, log)
    } catch (error) {
      answerError(response, error, requestId, log)
    }
  }

  async function dispatch(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    log: Logger,
  ) {
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    if (path === '/healthz') return sendJson(response, 200, { status: 'ok' })
    if (path === '/readyz') return answerReadiness(response)
    if (path === '/') return redirect(response, '/graphql')
    const contextFor = async (door: Context['door']): Promise<Context> => ({
      requestId,
      logger: log,
      config,
      database,
      door,
      viewer: await authenticator.authenticate(request.headers.authorization),
    })
    if (path === '/v1' || path.startsWith('/v1/')) return rest(request, response, () => contextFor('rest'))
    if (path === '/graphql' || path === '/graphql/')
      return graphql(request, response, await contextFor('graphql'))
    throw new AppError('NOT_FOUND')
  }

  async function answerReadiness(response: ServerResponse): Promise<void> {
    const reachable =
      app.ready &&
      (await database.pool
        .query('SELECT 1')
        .then(() => true)
        .catch(() => false))
    const status = reachable ? 'ok' : app.ready ? 'the database cannot be reached' : 'stopping'
    sendJson(response, reachable ? 200 : errorTable.SERVICE_UNAVAILABLE.status, { status })
  }

  return app
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

/** An error before an operation ran: no token, too large a body, an unknown address, or a fault of ours. */
function answerError(response: ServerResponse, error: unknown, requestId: string, log: Logger): void {
  const code = error instanceof AppError ? error.code : 'INTERNAL_SERVER_ERROR'
  if (!(error instanceof AppError)) log.error({ err: error }, 'unexpected error')
  if (response.headersSent) {
    response.destroy()
    return
  }
  const message = error instanceof AppError ? error.message : errorTable[code].message
  if (code === 'UNAUTHENTICATED') response.setHeader('WWW-Authenticate', 'Bearer')
  if (code === 'PAYLOAD_TOO_LARGE') response.setHeader('Connection', 'close')
  sendJson(response, errorTable[code].status, {
    errors: [{ message, extensions: { code, requestId } }],
  })
}
