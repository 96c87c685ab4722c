import { AsyncLocalStorage } from 'node:async_hooks'
import type { Pool, PoolClient } from 'pg'
import type { Logger } from 'pino'
import { currentRequest } from '../base/current-request.ts'
import { recordStatement } from '../metrics/recorder.ts'
import { watchPool } from '../metrics/watched.ts'
import { currentSpan, type SpanOptions, startSpan } from '../tracing/spans.ts'
import { TextBatch } from './text-batch.ts'

export interface PoolObservation {
  readonly log: Pick<Logger, 'warn'>
  /** The time from which a statement is logged, with the request that sent it. */
  readonly slowStatementMs: number
}

/** Begins to measure a statement. Returns the function to call when it has ended. */
export type Observe = (text: string) => () => void

export interface ObservedPool {
  readonly pool: Pool
  readonly observe: Observe
}

/** The characters of a slow statement that are logged. It has parameters in the place of values. */
const loggedLength = 2000

/** The connections on which no statement is slow. */
const patient = new WeakSet<PoolClient>()

/** Stops to log the slow statements of a connection, on which each may take any time. */
export const expectSlowStatements = (client: PoolClient): void => {
  patient.add(client)
}

type Callback = (...results: unknown[]) => unknown

/** Measures the statements of a pool, whose name is that of its application. */
export function observePool(pool: Pool, options: PoolObservation): ObservedPool {
  const observation = { ...options, name: pool.options.application_name ?? '' }
  watchPool(observation.name, pool)
  keepRequestOfWaiting(pool)
  pool.on('connect', (client) => observeStatements(client, observation))
  return { pool, observe: (text) => endOfStatement(text, observation) }
}

interface Observation extends PoolObservation {
  readonly name: string
}

/** Keeps the request of a caller that waits for a connection, which another request passes on in its own context. */
function keepRequestOfWaiting(pool: Pool): void {
  const connect = pool.connect.bind(pool) as (callback?: Callback) => unknown
  const connectForRequest = (callback?: Callback) => connect(callback && AsyncLocalStorage.bind(callback))
  Object.assign(pool, { connect: connectForRequest })
}

function observeStatements(client: PoolClient, observation: Observation): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const observed = (...given: unknown[]) => {
    const first = given[0] as { callback?: unknown; submit?: unknown }
    // A batch of statements measures each of them by itself.
    if (first instanceof TextBatch) return query(...given)
    const ended = endOfStatement(textOf(first), observation, client)
    const last = given.at(-1)
    if (typeof last === 'function') return query(...given.slice(0, -1), before(ended, last as Callback))
    if (typeof first.submit === 'function') {
      if (typeof first.callback === 'function') first.callback = before(ended, first.callback as Callback)
      return query(...given)
    }
    const result = query(...given) as Promise<unknown>
    result.then(ended, ended)
    return result
  }
  Object.assign(client, { query: observed })
}

const before =
  (first: () => void, callback: Callback): Callback =>
  (...results) => {
    first()
    return callback(...results)
  }

const textOf = (statement: unknown): string | undefined =>
  typeof statement === 'string' ? statement : (statement as { text?: string }).text

/** Returns the keyword with which a statement begins. */
const spanName = (text = ''): string => /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'STATEMENT'

const spanOf = (text: string | undefined, pool: string): SpanOptions => ({
  kind: 'client',
  attributes: {
    'db.system.name': 'postgresql',
    'db.query.text': text?.slice(0, loggedLength),
    'lectern.pool': pool,
  },
})

/** Returns the function to call when the statement that begins now has ended. */
function endOfStatement(
  text: string | undefined,
  { name, log, slowStatementMs }: Observation,
  client?: PoolClient,
): () => void {
  const started = performance.now()
  const request = currentRequest()
  // What the driver does of its own accord, such as to connect, is part of no request and no job.
  const span = currentSpan() && startSpan(spanName(text), spanOf(text, name))
  return () => {
    const milliseconds = performance.now() - started
    recordStatement(name, milliseconds)
    span?.end()
    if (milliseconds < slowStatementMs || (client && patient.has(client))) return
    log.warn(
      {
        ...(request && { requestId: request.id, row: request.row, operation: request.operation }),
        pool: name,
        milliseconds: Math.round(milliseconds),
        statement: text?.slice(0, loggedLength),
      },
      'slow statement',
    )
  }
}
