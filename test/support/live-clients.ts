import { setTimeout as wait } from 'node:timers/promises'
import { createClient as createSseClient } from 'graphql-sse'
import { createClient as createWsClient } from 'graphql-ws'
import WebSocket from 'ws'
import type { TestApp } from './app.ts'

/** A result that a subscriber gets. */
export interface LiveResult {
  // biome-ignore lint/suspicious/noExplicitAny: tests read what the server sent, of whatever shape
  data?: any
  errors?: readonly { message: string; extensions?: Record<string, unknown> }[]
  extensions?: Record<string, unknown>
}

interface Payload {
  query: string
  variables?: Record<string, unknown>
  extensions?: Record<string, unknown>
}

interface Sink {
  next(result: LiveResult): void
  error(error: unknown): void
  complete(): void
}

/** A client of one of the packages. */
export interface LiveClient {
  iterate(payload: Payload): AsyncIterableIterator<LiveResult>
  subscribe(payload: Payload, sink: Sink): () => void
  dispose(): unknown
}

type Address = Pick<TestApp, 'url'>
type Token = { readonly token: string }

interface LiveOptions {
  readonly singleConnection?: boolean
  readonly retryAttempts?: number
  /** Waits before the client connects again. */
  readonly wait?: () => Promise<void>
}

/** Connects to the address of each time. */
export const overSse = (
  address: Address,
  { token }: Token,
  { wait, ...options }: LiveOptions = {},
): LiveClient =>
  createSseClient({
    url: () => `${address.url}/graphql`,
    headers: { Authorization: `Bearer ${token}` },
    retryAttempts: 0,
    ...(wait && { retry: wait }),
    ...(options as object),
  }) as LiveClient

export const overWebSocket = (
  address: Address,
  { token }: Token,
  { wait, retryAttempts = 0 }: LiveOptions = {},
): LiveClient =>
  createWsClient({
    url: () => `${address.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { Authorization: `Bearer ${token}` },
    retryAttempts,
    ...(wait && { retryWait: wait }),
  }) as LiveClient

/** The clients of all transports, by their names. */
export const liveTransports: Readonly<Record<string, (server: Address, token: Token) => LiveClient>> = {
  'server-sent events, a connection each': (server, token) => overSse(server, token),
  'server-sent events over one connection': (server, token) =>
    overSse(server, token, { singleConnection: true }),
  'a websocket': (server, token) => overWebSocket(server, token),
}

/** Changes something until a subscription that is beginning tells of it, and returns the first result. */
export async function firstOf(
  results: AsyncIterator<LiveResult>,
  change: () => Promise<unknown>,
): Promise<LiveResult> {
  const first = results.next()
  let isTold = false
  const told = () => {
    isTold = true
  }
  const answered = first.then(told, told)
  // Without a pause, a busy server would have more events for the client than it keeps.
  while (!isTold) {
    await change()
    await Promise.race([answered, wait(20)])
  }
  return (await first).value
}

export const nextOf = async (results: AsyncIterator<LiveResult>): Promise<LiveResult> =>
  (await results.next()).value
