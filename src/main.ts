import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
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

interface Running {
  readonly app: App
  readonly server: Server
  readonly database: Database
  readonly logger: Logger
}

// A signal during the start waits for the end of it, so that the embedded database is never left half way.
let stopRequested = false
let running: Running | null = null
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    if (stopRequested) return
    stopRequested = true
    if (running) void stop(running)
  })

try {
  running = await start()
  if (stopRequested) await stop(running)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exit(1)
}

async function start(): Promise<Running> {
  const config = loadConfig()
  const logger = createLogger(config.logLevel)
  const database = await openDatabase(config, logger)
  const server = createServer({ requestTimeout: 120_000 })
  try {
    const { createdToken } = await bootstrap({ config, database, logger })
    const port = await listen(server, config)
    const app = createApp({ config: { ...config, baseUrl: baseUrlFor(config, port) }, database, logger })
    server.on('request', app.handler)
    await app.start()
    welcome(config, port, createdToken)
    return { app, server, database, logger }
  } catch (error) {
    server.close()
    await database.close()
    throw error
  }
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

/** For the person at the terminal, on standard output as plain text: the token must not be in the logs. */
function welcome(config: Config, port: number, createdToken: string | undefined): void {
  const baseUrl = baseUrlFor(config, port)
  const isLocal = !config.databaseUrl && ['127.0.0.1', '::1', 'localhost'].includes(config.host)
  const fragment = isLocal && createdToken ? `#token=${createdToken}` : ''
  const lines = [
    '',
    'Lectern is running.',
    `  GraphiQL        ${baseUrl}/graphql${fragment}`,
    `  REST reference  ${baseUrl}/v1/docs`,
  ]
  if (createdToken && !config.bootstrapToken)
    lines.push(`  API token       ${createdToken}`, '                  It is shown this once: keep it.')
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
  await app.close()
  await database.close()
  process.exit(0)
}
