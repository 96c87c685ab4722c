import type { Config } from '../base/config.ts'
import { errorTable } from '../base/errors.ts'
import { hasFreeSpace } from '../base/free-space.ts'
import { version } from '../base/version.ts'
import type { Database } from '../database/client.ts'
import type { Readiness } from '../database/database-check.ts'
import type { PathHandler } from '../http/path-handler.ts'
import { serviceUnavailable } from '../http/reasons.ts'
import { jsonResponse, sendResponse } from '../http/response.ts'
import { isStore } from '../modules/content/store-id.ts'
import type { Subscriptions } from '../subscriptions/subscriptions.ts'
import { createMetricsHandler } from './metrics-handler.ts'

/** The handlers of requests, and of what goes on after one. */
export interface Handlers {
  /** The handlers of all paths. The first that matches a path, and does not decline, responds. */
  readonly paths: readonly PathHandler[]
  readonly subscriptions: Pick<Subscriptions, 'upgrade' | 'end'>
}

export interface HealthOptions {
  readonly config: Config
  readonly database: Database
  /** Returns false once the server is stopping. */
  readonly isReady: () => boolean
}

/** Creates the handlers by which an operator and a load balancer watch the process. */
export const healthHandlers = (options: HealthOptions): readonly PathHandler[] => [
  { part: 'health', path: /^\/healthz$/, handle: sendHealth },
  { part: 'health', path: /^\/readyz$/, handle: readinessHandler(options) },
  {
    part: 'metrics',
    path: /^\/metrics$/,
    handle: createMetricsHandler({ ...options, isReady: async () => (await statusOf(options)) === 'ok' }),
  },
]

/** Creates the handlers of a process that runs jobs only, which refuses all but what watches it. */
export const jobsOnlyHandlers = (options: HealthOptions): Handlers => ({
  paths: [...healthHandlers(options), { part: 'none', path: /^/, handle: refuseRequest }],
  subscriptions: {
    upgrade: (_request, socket) =>
      void socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n'),
    end: async () => {},
  },
})

const refuseRequest: PathHandler['handle'] = () => {
  throw serviceUnavailable('JOBS_ONLY')
}

const sendHealth: PathHandler['handle'] = (request, response) =>
  sendResponse(request, response, statusResponse(200, 'ok', { version }))

/** The messages of a process that should get no requests, by the cause. */
const notReady: Readonly<Record<Exclude<Readiness, 'ready'>, string>> = {
  unreachable: 'the database cannot be reached',
  exhausted: 'the database accepts no more connections',
  busy: 'the database does not answer in time',
  'read-only': 'the database accepts no writes',
  full: 'the disk of the database or of the files is full',
  lagging: 'the replica lags behind the primary',
  'files missing': 'the folder of the files is not that of the database',
  'files unreachable': 'the server that has the files does not answer',
}

function readinessHandler(options: HealthOptions): PathHandler['handle'] {
  return async (request, response) => {
    const status = await statusOf(options)
    const httpStatus = status === 'ok' ? 200 : errorTable.SERVICE_UNAVAILABLE.status
    sendResponse(request, response, statusResponse(httpStatus, status, replicasOf(options)))
  }
}

/** Returns why the process should get no requests, or `ok`. */
async function statusOf({ isReady, database, config }: HealthOptions): Promise<string> {
  if (!isReady()) return 'stopping'
  const [readiness, hasSpace] = await Promise.all([database.readiness(), hasFreeSpace(config.dataDir)])
  if (readiness !== 'ready') return notReady[readiness]
  if (!(await isStore(config, database))) return notReady['files missing']
  return hasSpace ? 'ok' : notReady.full
}

/** A process whose replicas are all left out is ready: it reads the primary. */
const replicasOf = ({ database: { replicas } }: HealthOptions) =>
  replicas && {
    replicas: {
      used: replicas.states.filter(({ problem }) => problem === null).length,
      configured: replicas.states.length,
    },
  }

const statusResponse = (httpStatus: number, status: string, others: object = {}) =>
  jsonResponse(
    httpStatus,
    { status, ...others },
    { 'Cache-Control': 'no-store', ...(httpStatus !== 200 && { 'Retry-After': '1' }) },
  )
