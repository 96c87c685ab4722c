import type { IncomingMessage, RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import { publishRefusal } from '../base/load-events.ts'
import { mayExceed } from './request-body.ts'

// An import would evaluate all exports of the module. One of them loads the code of `fetch`, which no start needs and which takes 35 ms.
const { createServer } = process.getBuiltinModule('node:http')

/** The limits of the time and the number of connections. Times are in milliseconds. */
export interface ConnectionLimits {
  /** The time from the start of a connection, or of a request on it, to the end of the headers. */
  readonly headersMs: number
  /** The time in which a request must have arrived, with its body. */
  readonly requestMs: number
  /** The time for which a connection is kept between two requests. Longer than load balancers keep theirs. */
  readonly keepAliveMs: number
  /** The bytes of a body that must arrive in each span of time. */
  readonly bodyBytesPerSpan: number
  readonly bodySpanMs: number
  /** The bytes of responses that a client must take in each span of time in which some wait for it. */
  readonly responseBytesPerSpan: number
  readonly responseSpanMs: number
  /** How often the limits are checked. */
  readonly checkMs: number
  readonly connections: number
}

export const connectionLimits: ConnectionLimits = {
  headersMs: 20_000,
  requestMs: 600_000,
  keepAliveMs: 75_000,
  bodyBytesPerSpan: 10_000,
  bodySpanMs: 10_000,
  // In so much time a slow client takes at least one chunk of a stream, by which this is counted.
  responseBytesPerSpan: 50_000,
  responseSpanMs: 30_000,
  checkMs: 2000,
  connections: 10_000,
}

/** Returns whether a request is to become a websocket. Those that offer another protocol, such as HTTP/2, are answered as they are. */
const asksForWebSocket = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket'

/** Creates an HTTP server that closes the connections of clients which send or receive nothing, or too slowly. */
export function createHttpServer(listener: RequestListener, limits = connectionLimits): Server {
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: limits.checkMs,
      shouldUpgradeCallback: asksForWebSocket,
    },
    listener,
  )
  server.maxConnections = limits.connections
  const bodies = new SlowBodies(limits)
  const readers = new SlowReaders(limits)
  server.on('connection', (socket) => readers.watch(socket))
  server.on('request', (request) => bodies.watch(request))
  server.on('close', () => {
    bodies.stop()
    readers.stop()
  })
  return server
}

/**
 * Calls a check at an interval. Leaves out those that come late: the process was busy or suspended, and did not take what
 * clients sent or received meanwhile.
 */
function checkInTime(intervalMs: number, check: (now: number) => void): NodeJS.Timeout {
  let last = performance.now()
  return setInterval(() => {
    const now = performance.now()
    const isLate = now - last > 2 * intervalMs
    last = now
    if (!isLate) check(now)
  }, intervalMs).unref()
}

interface Span {
  readonly startedAt: number
  readonly bytes: number
}

/** Ends requests whose bodies arrive too slowly. */
class SlowBodies {
  readonly #limits: ConnectionLimits
  readonly #spans = new Map<IncomingMessage, Span>()
  readonly #timer: NodeJS.Timeout

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
    this.#timer = checkInTime(limits.checkMs, (now) => this.#check(now))
  }

  watch(request: IncomingMessage): void {
    if (!mayExceed(request, 0)) return
    this.#begin(request)
    request.once('close', () => this.#spans.delete(request))
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #begin(request: IncomingMessage): void {
    this.#spans.set(request, { startedAt: performance.now(), bytes: request.socket.bytesRead })
  }

  #check(now: number): void {
    for (const [request, { startedAt, bytes }] of this.#spans) {
      if (request.complete) this.#spans.delete(request)
      else if (now - startedAt >= this.#limits.bodySpanMs) {
        const arrived = request.socket.bytesRead - bytes
        // What has arrived and is not read yet waits for this server.
        const isSlow = arrived < this.#limits.bodyBytesPerSpan && request.readableLength === 0
        if (isSlow) endSlow(request)
        else this.#begin(request)
      }
    }
  }
}

/** Ends a request as Node.js ends those that exceed its own limits. */
function endSlow({ socket }: IncomingMessage): void {
  publishRefusal({ reason: 'SLOW_BODY' })
  if (socket.writable) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
  socket.destroySoon()
}

/** Closes connections whose clients take responses too slowly: what waits for them is in the memory of this process. */
class SlowReaders {
  readonly #limits: ConnectionLimits
  readonly #spans = new Map<Socket, Span>()
  readonly #timer: NodeJS.Timeout

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
    this.#timer = checkInTime(limits.checkMs, (now) => this.#check(now))
  }

  watch(socket: Socket): void {
    this.#begin(socket)
    socket.once('close', () => this.#spans.delete(socket))
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #begin(socket: Socket): void {
    this.#spans.set(socket, { startedAt: performance.now(), bytes: takenBy(socket) })
  }

  #check(now: number): void {
    for (const [socket, { startedAt, bytes }] of this.#spans) {
      if (socket.writableLength === 0) this.#begin(socket)
      else if (now - startedAt >= this.#limits.responseSpanMs) {
        if (takenBy(socket) - bytes >= this.#limits.responseBytesPerSpan) this.#begin(socket)
        else {
          publishRefusal({ reason: 'SLOW_READER' })
          socket.destroy()
        }
      }
    }
  }
}

const takenBy = ({ bytesWritten, writableLength }: Socket): number => bytesWritten - writableLength
