import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { linkSecret } from '../access/signed-urls.ts'
import type { Config } from '../base/config.ts'
import { answerRequest, type CurrentRequest } from '../base/current-request.ts'
import type { HasTxtRecord } from '../base/dns.ts'
import { notFound } from '../base/errors.ts'
import { type RequestLogger, requestLogger } from '../base/logger.ts'
import { claimFolder } from '../base/private-files.ts'
import { temporaryFilesFolder } from '../base/temporary-files.ts'
import { version } from '../base/version.ts'
import { watchMemory } from '../caches/memory-pressure.ts'
import type { Database } from '../database/client.ts'
import { joinJobs } from '../database/jobs.ts'
import { installQueue, type QueueConnections, startJobs } from '../database/queue.ts'
import { limitsOfUploads } from '../graphql/uploads.ts'
import { sendError } from '../http/error-response.ts'
import { removeAbandonedUploads } from '../http/multipart.ts'
import type { PathHandler } from '../http/path-handler.ts'
import { startRecording } from '../metrics/recorder.ts'
import { recordOwner } from '../modules/content/blob-owners.ts'
import { checkStore, claimStore } from '../modules/content/store-id.ts'
import { EventRelay } from '../modules/events/relay.ts'
import { JobRunner } from '../modules/jobs/runner.ts'
import { announceJob } from '../modules/jobs/service.ts'
import type { Service } from '../modules/module.ts'
import { filesFolder } from '../storage/open-storage.ts'
import { within } from '../tracing/spans.ts'
import { reportWorkers } from '../workers/worker-memory.ts'
import { type Handlers, type HealthOptions, jobsOnlyHandlers } from './health.ts'
import { allJobs, jobWork } from './jobs.ts'
import { registerListeners } from './listeners.ts'
import { modules } from './modules.ts'
import { requestRecorder } from './request-log.ts'

export interface App {
  readonly handler: RequestListener
  /** Answers a request to change the protocol of its connection. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Ends what would never end by itself, so that the connections can be closed: subscriptions, whose clients connect again. */
  endStreams(): Promise<void>
  /** False once the app is draining. `/readyz` then responds with 503, so that a load balancer sends no more requests. */
  ready: boolean
  /** Takes the steps of a start that can fail, before anything is created. */
  prepare(): Promise<void>
  startJobs(): Promise<void>
  /** Starts the work that goes on as long as the process runs, such as telling of events. */
  startServices(): void
  close(): Promise<void>
}

export interface AppOptions {
  readonly config: Config
  readonly database: Database & QueueConnections
  readonly logger: Logger
  /** The lookup of DNS records. Defaults to the name servers of the machine. */
  readonly hasTxtRecord?: HasTxtRecord
}

/**
 * Creates the request handler and the background jobs on a migrated database, as far as the process has them. The caller starts the
 * HTTP server.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, database, logger } = options
  registerListeners()
  const runsJobs = config.services.includes('jobs') && !config.readsOnly
  const runner = runsJobs ? new JobRunner({ config, database, logger }, jobWork) : undefined
  const events = new EventRelay({ database, logger })
  const services: readonly Service[] = [
    events,
    ...(runsJobs ? modules : []).flatMap(
      (module) => module.services?.({ config, database, logger, events }) ?? [],
    ),
  ]
  const record = requestRecorder({ config, logger })
  const { paths, subscriptions } = await handlersOf({ ...options, events, runner, isReady: () => app.ready })
  let stopWatchingMemory = () => {}
  let jobs: { stop(): Promise<void> } | undefined
  const app: App = {
    ready: true,
    prepare: async () => {
      if (config.readsOnly) await checkStore({ config, database })
      else await claimStore({ config, database })
      if (config.metricsToken !== undefined) await startRecording(config.services)
      await removeAbandonedUploads(limitsOfUploads(config))
      if (config.filesBucket === undefined) await claimFolder(filesFolder(config))
      await claimFolder(temporaryFilesFolder(config))
      if (config.readsOnly) return
      await recordOwner({ config, database })
      await installQueue(database)
    },
    startJobs: async () => {
      reportWorkers(logger)
      stopWatchingMemory = watchMemory(logger)
      if (!runner) return
      const all = joinJobs(
        allJobs({ config, database, runner }),
        ...services.flatMap((service) => service.jobs ?? []),
      )
      jobs = await startJobs({ database, logger, ...all })
      runner.start()
    },
    startServices: () => {
      if (config.readsOnly) return
      for (const service of services) service.start()
    },
    upgrade: subscriptions.upgrade,
    endStreams: subscriptions.end,
    close: async () => {
      stopWatchingMemory()
      await Promise.all([jobs?.stop(), runner?.stop(), ...services.map((service) => service.stop())])
    },
    handler: (request, response) => {
      const exchange = openExchange(request, response, logger)
      const span = record(exchange)
      answerRequest(exchange.current, () =>
        within(span, () =>
          dispatch(paths, exchange).catch((error: unknown) => sendError(request, response, error, exchange)),
        ),
      )
    },
  }
  return app
}

interface ProcessServices extends AppOptions, Pick<HealthOptions, 'isReady'> {
  readonly events: EventRelay
  /** Absent where the process runs no jobs. */
  readonly runner: JobRunner | undefined
}

/** Returns the handlers of requests. A process that runs jobs only does not load those that it refuses. */
async function handlersOf({ runner, ...services }: ProcessServices): Promise<Handlers> {
  const { config, database, logger } = services
  if (!config.services.includes('web')) return jobsOnlyHandlers(services)
  const { createHandlers } = await import('./handlers.ts')
  // Fields with signed URLs are planned as code that does not wait, as long as none of them ever had to. A database that is
  // away by now makes them wait: the process starts, and is not ready.
  await Promise.resolve(linkSecret(database)).catch((error: unknown) =>
    logger.warn({ err: error }, 'the secret of signed URLs cannot be read yet'),
  )
  const tellOthers = () =>
    void announceJob(database).catch((error: unknown) =>
      // They look for jobs now and then.
      logger.warn({ err: error }, 'a job could not be announced'),
    )
  return createHandlers({
    ...services,
    hasTxtRecord: services.hasTxtRecord,
    wakeJobs: runner ? () => void runner.wake() : tellOthers,
    runJob: async (job) => runner?.runWaited(job) ?? false,
  })
}

/** A request and its response, before authentication. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly path: string
  readonly requestId: string
  readonly current: CurrentRequest
  readonly logger: RequestLogger
}

/** Gives the request an id. */
function openExchange(request: IncomingMessage, response: ServerResponse, logger: Logger): Exchange {
  const requestId = randomUUID()
  response.setHeader('X-Request-Id', requestId)
  response.setHeader('Lectern-Version', version)
  return {
    request,
    response,
    // The query is not logged: it may contain the key of a share link.
    path: pathOf(request.url ?? '/'),
    requestId,
    current: { id: requestId, part: 'none', row: '', operation: '' },
    logger: requestLogger(logger, requestId),
  }
}

function pathOf(target: string): string {
  const queryStart = target.indexOf('?')
  return queryStart < 0 ? target : target.slice(0, queryStart)
}

async function dispatch(handlers: readonly PathHandler[], exchange: Exchange): Promise<void> {
  const { request, response } = exchange
  for (const { part, path, handle } of handlers) {
    if (!path.test(exchange.path)) continue
    exchange.current.part = part
    const handled = handle(request, response, exchange)
    if ((handled instanceof Promise ? await handled : handled) !== false) return
  }
  exchange.current.part = 'none'
  throw notFound()
}
