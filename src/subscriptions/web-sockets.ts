import { randomUUID } from 'node:crypto'
import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { GraphQLSchema } from 'graphql'
import { handleProtocols } from 'graphql-ws'
import type { Logger } from 'pino'
import { type WebSocket, WebSocketServer } from 'ws'
import { type ErrorCode, errorTable } from '../base/errors.ts'
import type { DocumentCache } from '../graphql/document-cache.ts'
import type { SubscriptionHub } from '../modules/subscriptions/hub.ts'
import { subscriptionLimits } from '../modules/subscriptions/limits.ts'
import type { Context } from '../request/context.ts'
import { type CreateRequestContext, createProtocol } from './web-socket-protocol.ts'

/** The interval in milliseconds in which clients must give a sign of life. */
const pingMs = 15_000
/** The time in milliseconds in which a client must answer that its connection closes. */
const closeMs = 3_000
/** A subscription is a text of this size at most, in bytes. */
const maximumMessage = 256 * 1024

/** The code of RFC 6455 with which clients are told to connect again. */
const serviceRestart = 1012

/** Authenticates a request, and creates its context. */
export type ContextOf = (exchange: {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
}) => Promise<Context>

interface Services {
  readonly schema: GraphQLSchema
  readonly documents: DocumentCache
  readonly hub: SubscriptionHub
  readonly contextOf: ContextOf
  readonly logger: Pick<Logger, 'error'>
}

/** Answers subscriptions over websockets, by the protocol of `graphql-ws`. */
export class WebSockets {
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: true,
    handleProtocols,
    maxPayload: maximumMessage,
    perMessageDeflate: false,
  })
  readonly #services: Services
  readonly #open: ReturnType<typeof createProtocol>
  readonly #answered = new WeakSet<WebSocket>()
  #pinging: NodeJS.Timeout | undefined
  #isClosing = false

  constructor(services: Services) {
    this.#services = services
    this.#open = createProtocol(services)
  }

  /** Answers a request to change the protocol of its connection. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy())
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    const isFull = this.#server.clients.size >= subscriptionLimits.inProcess
    if (!/^\/graphql\/?$/.test(path)) refuse(socket, 'NOT_FOUND')
    else if (this.#isClosing || isFull) refuse(socket, 'SERVICE_UNAVAILABLE')
    else this.#server.handleUpgrade(request, socket, head, (webSocket) => this.#begin(webSocket, request))
  }

  /** Tells all clients to connect to another process, and takes no more. */
  async close(): Promise<void> {
    this.#isClosing = true
    const { clients } = this.#server
    for (const client of clients) client.close(serviceRestart, 'Service restart')
    const closed = [...clients].map(
      (client) => new Promise<void>((resolve) => void client.once('close', () => resolve())),
    )
    const deadline = setTimeout(() => {
      for (const client of clients) client.terminate()
    }, closeMs)
    await Promise.all(closed)
    clearTimeout(deadline)
    clearInterval(this.#pinging)
  }

  #begin(webSocket: WebSocket, request: IncomingMessage): void {
    this.#answered.add(webSocket)
    this.#pinging ??= setInterval(() => this.#pingAll(), pingMs).unref()
    webSocket.on('pong', () => this.#answered.add(webSocket))
    webSocket.on('error', () => webSocket.terminate())
    this.#open(webSocket, this.#contextFor(request))
  }

  /** Returns what creates the context of each message: the token is looked up again for each. */
  #contextFor(request: IncomingMessage): CreateRequestContext {
    return (authorization) => {
      const headers = { ...request.headers, ...(authorization !== undefined && { authorization }) }
      // A cookie counts as with a write, because browsers let every page open a websocket.
      const asked = Object.assign(Object.create(request) as IncomingMessage, { headers, method: 'POST' })
      const response = new ServerResponse(asked)
      return this.#services.contextOf({ request: asked, response, requestId: randomUUID() })
    }
  }

  #pingAll(): void {
    const { clients } = this.#server
    for (const client of clients) {
      if (!this.#answered.delete(client)) client.terminate()
      else client.ping()
    }
    if (clients.size > 0) return
    clearInterval(this.#pinging)
    this.#pinging = undefined
  }
}

/** Answers a request whose connection keeps its protocol. */
function refuse(socket: Duplex, code: ErrorCode): void {
  const { status, message } = errorTable[code]
  socket.end(
    `HTTP/1.1 ${status} ${code}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(message)}\r\n\r\n${message}`,
  )
}
