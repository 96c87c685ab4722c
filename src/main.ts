import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type App, createApp } from './app.ts'
import { bootstrap } from './bootstrap.ts'
import { type Config, loadConfig } from './config.ts'
import type { Database } from './database/client.ts'
import { openDatabase } from './database/open.ts'
import { createLogger } from './logger.ts'
import { StartError } from './start-error.ts'

/** How long requests that are under way may take once the process was told to stop. */
const drainMs = 10_000
/** How long jobs may take to stop after that. They are taken up again by the next process. */
const closeMs = 5000

interface Running {
  readonly app: App
  readonly server: Server
  readonly database: Database
  readonly logger: Logger
}

// A request to stop during the start waits for the end of it, so that the embedded database is never left half way.
let stopRequested = false
let running: Running | null = null
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, requestStop)

try {
  running = await start()
  if (stopRequested) await stop(running)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exit(1)
}

function requestStop(): void {
  if (stopRequested) return
  stopRequested = true
  if (running) void stop(running)
}

/** npm runs us through a shell, and a signal to npm ends that shell but does not reach us. */
function stopWithParent(): void {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && requestStop(), 500).unref()
}

/**
 * All that can fail comes before the first organization is made: its token is shown once, and a start that failed
 * after it would have shown it to nobody.
 */
async function start(): Promise<Running> {
  const configured = loadConfig()
  const logger = createLogger(configured.logLevel)
  if (configured.startedByNpm) stopWithParent()
  let handler: RequestListener = answerStarting
  const server = createServer({ requestTimeout: 120_000 }, (request, response) => {
    // The balancer, or the browser, is to open its next connection elsewhere.
    if (stopRequested) response.setHeader('Connection', 'close')
    handler(request, response)
  })
  const port = await listen(server, configured)
  const config = { ...configured, baseUrl: baseUrlFor(configured, port) }
  try {
    const database = await openDatabase(config, logger)
    try {
      const app = createApp({ config, database, logger })
      await app.start()
      const { createdToken } = await bootstrap({ config, database, logger })
      handler = app.handler
      welcome(config, createdToken)
      logger.info({ host: config.host, port }, 'listening')
      return { app, server, database, logger }
    } catch (error) {
      await database.close()
      throw error
    }
  } catch (error) {
    server.close()
    throw error
  }
}

function answerStarting(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, { 'Content-Type': 'application/json; charset=utf-8', 'Retry-After': '1' })
  response.end(JSON.stringify({ status: 'starting' }))
}

function listen(server: Server, { host, port }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is in use; stop what uses it, or set PORT to another.`
          : `Cannot listen on ${host}:${port} (${error.code}); set HOST and PORT.`
      reject(new StartError(reason))
    })
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

/** With PORT=0 the system chooses the port, and addresses have to name the one it chose. */
function baseUrlFor(config: Config, port: number): string {
  return config.port === 0 ? config.baseUrl.replace(/:0$/, `:${port}`) : config.baseUrl
}

function isLoopback(host: string): boolean {
  return /^(127\.\d+\.\d+\.\d+|\[?::1\]?|localhost)$/.test(host)
}

/** For the person at the terminal, on standard output as plain text: the token must not be in the logs. */
function welcome(config: Config, createdToken: string | undefined): void {
  const { baseUrl } = config
  // What the operator chose is known to the operator, and may have to stay secret.
  const token = config.bootstrapToken ? undefined : createdToken
  const isLocal = !config.databaseUrl && isLoopback(config.host) && isLoopback(new URL(baseUrl).hostname)
  const lines = [
    '',
    'Lectern is running.',
    `  GraphiQL        ${baseUrl}/graphql${isLocal && token ? `#token=${token}` : ''}`,
    `  REST reference  ${baseUrl}/v1/docs`,
  ]
  if (token) lines.push(`  API token       ${token}`, '                  It is shown this once: keep it.')
  console.log([...lines, ''].join('\n'))
}

/** Takes no more requests, lets those under way finish, then ends the database and the process. */
async function stop({ app, server, database, logger }: Running): Promise<void> {
  app.ready = false
  logger.info('stopping')
  const closed = new Promise((resolve) => server.close(resolve))
  // A connection that is kept alive becomes idle only after its last answer.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const deadline = setTimeout(() => server.closeAllConnections(), drainMs)
  await closed
  clearInterval(sweep)
  clearTimeout(deadline)
  await Promise.race([app.close(), wait(closeMs)]).catch((error: unknown) =>
    logger.error({ err: error }, 'stopping the jobs failed'),
  )
  await database.close()
  process.exit(0)
}
