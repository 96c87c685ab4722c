import { cp, mkdtemp, rm } from 'node:fs/promises'
import type { IncomingHttpHeaders, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PoolClient } from 'pg'
import type { Logger } from 'pino'
import { request } from 'undici'
import { type Config, loadConfig } from '../../src/base/config.ts'
import type { HasTxtRecord } from '../../src/base/dns.ts'
import { createLogger } from '../../src/base/logger.ts'
import type { ConnectedDatabase, Database } from '../../src/database/client.ts'
import { openDatabase } from '../../src/database/open.ts'
import type { QueueConnections } from '../../src/database/queue.ts'
import { TextBatch } from '../../src/database/text-batch.ts'
import { createHttpServer } from '../../src/http/server.ts'
import { claimStore } from '../../src/modules/content/store-id.ts'
import { createApp } from '../../src/server/app.ts'
import { reasons } from '../../src/server/reasons.ts'
import { isControl } from './control-statements.ts'
import {
  sharedTestDatabase,
  type TestDatabase,
  templateTestDatabase,
  testDatabase,
  testDatabaseFrom,
} from './database.ts'
import { poolsOf } from './pools.ts'

export interface RestAnswer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read what the server sent, of whatever shape
  body: any
}

export interface GraphQLAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: tests read what the server sent, of whatever shape
  data: any
  errors?: { message: string; path?: (string | number)[]; extensions: Record<string, unknown> }[]
}

/** A client of the app that speaks with one token, or with none. */
export interface TestClient {
  readonly token: string | null
  get(path: string): Promise<RestAnswer>
  post(path: string, body?: unknown): Promise<RestAnswer>
  put(path: string, body?: unknown): Promise<RestAnswer>
  patch(path: string, body?: unknown): Promise<RestAnswer>
  delete(path: string): Promise<RestAnswer>
  gql(
    document: string,
    variables?: Record<string, unknown>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<GraphQLAnswer>
}

export interface TestApp {
  readonly url: string
  readonly config: Config
  readonly database: ConnectedDatabase
  /** A client with the token of the holder, or with none. */
  as(holder: { token: string } | null): TestClient
  /** Counts the SQL statements sent while `work` runs. Nothing else may use the app meanwhile. */
  statements(work: () => Promise<unknown>): Promise<{ count: number; texts: string[] }>
  close(): Promise<void>
}

/**
 * The TXT records of names that begin with `unproven`. All other names are proven to belong to whoever uses them, so that
 * tests of what the names do need no records.
 */
export const txtRecords = new Map<string, string>()

const hasTxtRecord: HasTxtRecord = async (name, value) =>
  !name.startsWith('_lectern.unproven') || txtRecords.get(name) === value

let shared: Promise<TestApp> | undefined

/**
 * Starts the whole server with the default configuration. All files that a worker runs share it and its database, so a
 * test relies on nothing but what it made. The server ends with the worker, and its database with the run.
 */
export async function startTestApp(): Promise<TestApp> {
  shared ??= startServer({}, { database: sharedTestDatabase, folder: 'shared-' })
  return { ...(await shared), close: async () => {} }
}

/**
 * Starts the whole server on a database of its own: with another configuration, or for tests that count, lock or replace
 * what is in the whole database.
 */
export const startOwnTestApp = (environment: Record<string, string> = {}): Promise<TestApp> =>
  startServer(environment, { database: testDatabase, folder: 'lectern-test-' })

/** Starts the whole server on a database that is there, with its replicas, as a process does. */
export const startTestAppOn = (
  databaseUrl: string,
  environment: Record<string, string>,
  files?: string,
): Promise<TestApp> =>
  startServer(environment, {
    database: async () => {
      const config = loadConfig({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'error', ...environment })
      const database = await openDatabase(config, createLogger(config.logLevel), { readsReplicas: true })
      return { url: databaseUrl, database, drop: () => database.close() }
    },
    folder: 'lectern-test-',
    ...(files !== undefined && { files }),
  })

/** The database, by its name, and the data directory of which servers begin with copies. */
export interface Template {
  readonly database: string
  readonly dataDir: string
}

/** Starts the whole server on copies of what a template has. */
export const startTestAppFrom = (
  { database, dataDir }: Template,
  environment: Record<string, string> = {},
): Promise<TestApp> =>
  startServer(environment, {
    database: () => testDatabaseFrom(database),
    folder: 'lectern-test-',
    files: dataDir,
  })

/** Starts a server that fills a template, which `finish` returns. The template goes with the run. */
export async function startTestTemplate(
  name: string,
): Promise<{ app: TestApp; finish(): Promise<Template> }> {
  const database = await templateTestDatabase(name)
  const app = await startServer({}, { database: async () => database, folder: 'shared-' })
  return {
    app,
    finish: async () => {
      await app.stop()
      await database.database.close()
      return { database: database.name, dataDir: app.config.dataDir }
    },
  }
}

interface Storage {
  readonly database: () => Promise<TestDatabase>
  /** The prefix of the name of the data directory. */
  readonly folder: string
  /** A folder whose files the data directory begins with. */
  readonly files?: string
}

/** Listens on a free port of the loopback interface with the limits of production, before the app is there that needs the URL. */
async function listen(): Promise<{ server: Server; url: string }> {
  const server = createHttpServer(() => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function startServer(
  environment: Record<string, string>,
  storage: Storage,
): Promise<TestApp & { stop(): Promise<void> }> {
  const { url: databaseUrl, database, drop } = await storage.database()
  const dataDir = await mkdtemp(join(tmpdir(), storage.folder))
  if (storage.files) await cp(storage.files, dataDir, { recursive: true })
  const { server, url } = await listen()
  const config = loadConfig({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    BASE_URL: url,
    OUTBOUND_ALLOW: '127.0.0.1/32',
    LOG_LEVEL: 'error',
    ...environment,
  })
  if (!config.readsOnly) await claimStore({ config, database })
  const app = await createApp({ config, database, logger: createLogger(config.logLevel), hasTxtRecord })
  server.on('request', app.handler).on('upgrade', app.upgrade)
  const recorder = recordStatements(database)
  const stop = async () => {
    await app.endStreams()
    await closeServer(server)
    await app.close()
  }
  return {
    url,
    config,
    database,
    as: (holder) => createClient(url, holder?.token ?? null),
    statements: recorder,
    stop,
    close: async () => {
      await stop()
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts another server on the database of an app, with another configuration or another way to its database. */
export async function startServerBeside(
  { config, database }: TestApp,
  changed: {
    /** By the URL of the server, if it needs that. */
    readonly config?: Partial<Config> | ((url: string) => Partial<Config>)
    readonly database?: Partial<Database>
    readonly logger?: Logger
    /** Whether it tells of events. */
    readonly hasServices?: true
  },
): Promise<Pick<TestApp, 'as' | 'close' | 'url'>> {
  const { server, url } = await listen()
  const app = await createApp({
    config: { ...config, ...(typeof changed.config === 'function' ? changed.config(url) : changed.config) },
    database: changedDatabase(database, changed.database),
    logger: changed.logger ?? createLogger(config.logLevel),
    hasTxtRecord,
  })
  server.on('request', app.handler).on('upgrade', app.upgrade)
  if (changed.hasServices) app.startServices()
  return {
    url,
    as: (holder) => createClient(url, holder?.token ?? null),
    close: async () => {
      await app.endStreams()
      await closeServer(server)
      await app.close()
    },
  }
}

/** Returns a database with changes, which its snapshots have too. */
function changedDatabase(
  database: ConnectedDatabase,
  changed: Partial<Database> | undefined,
): Database & QueueConnections {
  const openSnapshot: Database['openSnapshot'] = (options) => {
    const { database: within, end } = database.openSnapshot(options)
    return { database: { ...within, ...changed }, end }
  }
  return { ...database, ...(changed && { openSnapshot, ...changed }) }
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

/** Returns a client of a server. It speaks by `request`, which takes much less time than `fetch` for the thousands of requests of a run. */
export function createClient(url: string, token: string | null): TestClient {
  const authorization: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {}
  const rest = async (method: string, path: string, body?: unknown): Promise<RestAnswer> => {
    const answer = await request(`${url}/v1${path}`, {
      method,
      headers: body === undefined ? authorization : { ...authorization, 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const text = await answer.body.text()
    const read = {
      status: answer.statusCode,
      headers: headersOf(answer.headers),
      body: text === '' ? null : JSON.parse(text),
    }
    if (read.status === 409) assertReason(read.body.error.reason)
    return read
  }
  return {
    token,
    get: (path) => rest('GET', path),
    post: (path, body) => rest('POST', path, body),
    put: (path, body) => rest('PUT', path, body),
    patch: (path, body) => rest('PATCH', path, body),
    delete: (path) => rest('DELETE', path),
    gql: async (query, variables, headers) => {
      const answer = await request(`${url}/graphql`, {
        method: 'POST',
        headers: { ...authorization, 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify({ query, variables }),
      })
      const read = (await answer.body.json()) as GraphQLAnswer
      for (const { extensions } of read.errors ?? [])
        if (extensions.code === 'CONFLICT') assertReason(extensions.reason)
      return read
    },
  }
}

const headersOf = (headers: IncomingHttpHeaders): Headers =>
  new Headers(
    Object.entries(headers).flatMap(([name, values = []]) => [values].flat().map((value) => [name, value])),
  )

/** Every conflict that any test sees names its cause. */
function assertReason(reason: unknown): void {
  if (!Object.hasOwn(reasons, String(reason))) throw new Error(`A conflict with the reason ${reason}`)
}

function textsOf(statement: string | { readonly text: string } | TextBatch): readonly string[] {
  if (statement instanceof TextBatch) return statement.texts
  return [typeof statement === 'string' ? statement : statement.text]
}

/** Watches every connection of the pool, Prisma's use of it included. */
function recordStatements(database: ConnectedDatabase): TestApp['statements'] {
  let recording: string[] | null = null
  const watch = (client: PoolClient, isSnapshot: boolean) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    Object.assign(client, {
      query: (...args: unknown[]) => {
        const [first] = args
        const texts = textsOf(first as string | { text: string } | TextBatch)
        recording?.push(...texts.filter((text) => !isSnapshot || !isControl(text)))
        return query(...args)
      },
    })
  }
  // The pool tells of no connection that it opened before, such as the one that migrated the database.
  for (const pool of poolsOf(database)) {
    const isSnapshot = pool === database.snapshotPool
    for (const client of (pool as unknown as { _clients: PoolClient[] })._clients) watch(client, isSnapshot)
    pool.on('connect', (client) => watch(client, isSnapshot))
  }
  return async (work) => {
    const texts: string[] = []
    recording = texts
    try {
      await work()
    } finally {
      recording = null
    }
    return { count: texts.length, texts }
  }
}
