import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Config, loadConfig } from './base/config.ts'
import { errorTable } from './base/errors.ts'
import { createLogger } from './base/logger.ts'
import { StartError } from './base/start-error.ts'
import type { Database } from './database/client.ts'
import { FilesUnreachableError } from './database/faults.ts'
import { openDatabase } from './database/open.ts'
import { jsonResponse, sendResponse } from './http/response.ts'
import { createHttpServer } from './http/server.ts'
import { printedLinkMinutes } from './modules/sign-in-links/limits.ts'
import type { App } from './server/app.ts'
import type { FirstStart } from './server/bootstrap.ts'
import { startTracing } from './tracing/start-tracing.ts'

/** The time that requests in progress have to finish once no more are accepted. None of them has a longer limit of its own. */
const finishTimeoutMs = 660_000
/** The time that jobs then have to stop. Interrupted jobs are run again by another process. */
const jobsTimeoutMs = 5000
/** The time that the last spans have to be sent. */
const tracesTimeoutMs = 2000

interface Running {
  readonly app: App
  readonly server: Server
  readonly database: Database
  readonly logger: Logger
  readonly config: Config
  /** Sends the spans that were recorded. */
  readonly stopTracing: () => Promise<void>
}

// A signal during the start takes effect after it, so that the embedded database is never left half created. It ends the wait for
// another one.
let stopRequested = false
let running: Running | null = null
/** Aborts as soon as the process is to stop. */
const stopping = new AbortController()
/** Aborts if the process is to stop without waiting: at Ctrl-C before requests are drained, at a second signal at once. */
const noDrain = new AbortController()
const noWait = new AbortController()
process.on('SIGTERM', () => requestStop())
process.on('SIGINT', () => {
  noDrain.abort()
  requestStop()
})

try {
  running = await start()
  if (stopRequested) await stop(running)
} catch (error) {
  if (!(error instanceof StartError || error instanceof FilesUnreachableError)) throw error
  console.error(error.message)
  process.exit(1)
}

function requestStop(): void {
  if (stopRequested) {
    noDrain.abort()
    noWait.abort()
    return
  }
  stopRequested = true
  stopping.abort()
  if (running) void stop(running)
}

/** Stops with the parent process: a signal to npm ends the shell of the script but is not passed to this process. */
function stopWithParent(): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    if (!stopRequested) requestStop()
  }, 500)
  timer.unref()
}

/**
 * Starts the server. Every step that can fail precedes the creation of the first organization: its token is printed
 * once, and would be lost if the start failed after it.
 */
async function start(): Promise<Running> {
  const configured = loadConfig()
  const logger = createLogger(configured.logLevel)
  // Node.js would end the process, and with it the requests of everybody. graphql-js forgets the items of a list that have
  // not settled when a later one throws.
  process.on('unhandledRejection', (error) => logger.error({ err: error }, 'an error that nothing waits for'))
  if (configured.startedByNpm) stopWithParent()
  let handler: RequestListener = respondStarting
  const server = createHttpServer((request, response) => {
    // Clients and load balancers must open their next connection to another process.
    if (stopRequested) response.setHeader('Connection', 'close')
    handler(request, response)
  })
  const port = await listen(server, configured)
  const config = { ...configured, baseUrl: baseUrlFor(configured, port) }
  try {
    // Most of the code is loaded while the database server starts, so that a start that is refused before ends soon.
    const database = await openDatabase(config, logger, {
      onLaunch: () => void import('./server/app.ts'),
      patience: { seconds: config.databaseWaitSeconds, signal: stopping.signal },
      readsReplicas: true,
    })
    try {
      const { createApp } = await import('./server/app.ts')
      const { bootstrap } = await import('./server/bootstrap.ts')
      const { loadDeferredCode } = await import('./server/deferred-code.ts')
      const stopTracing = await startTracing(config.tracing, logger)
      const app = await createApp({ config, database, logger })
      await app.prepare()
      // Whoever opens the workspace for the first time looks at the output of a process that serves it.
      const bootstraps = servesWeb(config) && !config.readsOnly
      const firstStart = bootstraps ? await bootstrap({ config, database, logger }) : {}
      handler = app.handler
      server.on('upgrade', app.upgrade)
      printWelcome(config, firstStart)
      logger.info({ host: config.host, port, services: config.services }, 'listening')
      // After the process is ready: the first jobs load code that it can do without until then.
      await app.startJobs()
      app.startServices()
      if (servesWeb(config)) void loadDeferredCode(database)
      return { app, server, database, logger, config, stopTracing }
    } catch (error) {
      await database.close()
      throw error
    }
  } catch (error) {
    server.close()
    throw error
  }
}

/** Responds to a request in the form of what it asks: of an error of REST or of GraphQL, or as `/readyz` does. */
function respondStarting(request: IncomingMessage, response: ServerResponse): void {
  const { status, message } = errorTable.SERVICE_UNAVAILABLE
  const [path = ''] = (request.url ?? '').split('?', 1)
  let body: object = { status: 'starting' }
  if (/^\/v1(\/|$)/.test(path)) body = { error: { code: status, message } }
  if (/^\/graphql\/?$/.test(path))
    body = { errors: [{ message, extensions: { code: 'SERVICE_UNAVAILABLE' } }] }
  const headers = { 'Retry-After': '1', 'Cache-Control': 'no-store' }
  sendResponse(request, response, jsonResponse(status, body, headers))
}

function listen(server: Server, { host, port }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is in use; stop the process that uses it, or set PORT to another port.`
          : `Cannot listen on ${host}:${port} (${error.code}); set HOST and PORT.`
      reject(new StartError(reason))
    })
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

/** Returns the base URL with the port that the system assigned if PORT is 0. */
function baseUrlFor(config: Config, port: number): string {
  return config.port === 0 ? config.baseUrl.replace(/:0$/, `:${port}`) : config.baseUrl
}

function servesWeb({ services }: Config): boolean {
  return services.includes('web')
}

/** Prints the URLs and the secrets as plain text on standard output, because they must not appear in the logs. */
function printWelcome(config: Config, { createdToken, signInAddress, sampleSite }: FirstStart): void {
  const { baseUrl } = config
  if (!servesWeb(config)) {
    console.log(`\nLectern runs jobs.\n  Health          ${baseUrl}/readyz\n`)
    return
  }
  // A token that the operator configured is not printed: the operator has it, and the terminal may be recorded.
  const token = config.bootstrapToken ? undefined : createdToken
  const lines = ['', 'Lectern is running.']
  if (signInAddress && !config.bootstrapToken)
    lines.push(
      `  Sign in         ${signInAddress}`,
      `                  Works once, within ${printedLinkMinutes} minutes.`,
    )
  lines.push(`  GraphiQL        ${baseUrl}/graphql`, `  REST reference  ${baseUrl}/v1/docs`)
  if (sampleSite) lines.push(`  Documentation   ${sampleSite}`)
  if (token)
    lines.push(`  API token       ${token}`, '                  Store it now: it is not shown again.')
  console.log([...lines, ''].join('\n'))
}

/**
 * Fails `/readyz` for the drain time, while requests are still accepted. Then accepts no more, lets those in progress finish,
 * stops the jobs and the database, and exits.
 */
async function stop({ app, server, database, logger, config, stopTracing }: Running): Promise<void> {
  app.ready = false
  logger.info({ drainSeconds: config.drainSeconds }, 'stopping')
  await wait(config.drainSeconds * 1000, undefined, { signal: noDrain.signal }).catch(() => {})
  const closed = new Promise((resolve) => server.close(resolve))
  await app.endStreams()
  // A kept-alive connection becomes idle only after its last response.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const closeAll = () => server.closeAllConnections()
  const deadline = setTimeout(closeAll, finishTimeoutMs)
  if (noWait.signal.aborted) closeAll()
  noWait.signal.addEventListener('abort', closeAll)
  await closed
  clearInterval(sweep)
  clearTimeout(deadline)
  await Promise.race([app.close(), wait(jobsTimeoutMs)]).catch((error: unknown) =>
    logger.error({ err: error }, 'stopping the jobs failed'),
  )
  await Promise.race([stopTracing(), wait(tracesTimeoutMs)]).catch(() => {})
  await database.close()
  process.exit(0)
}
