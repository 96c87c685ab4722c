import type { ServerResponse } from 'node:http'
import { currentRequest } from '../base/current-request.ts'

/** The interval in milliseconds in which something is sent, so that proxies keep the connection and a client that has gone is noticed. */
const pingMs = 15_000

const open = new Set<EventWriter>()
let pinging: NodeJS.Timeout | undefined

interface SentEvent {
  readonly event: 'next' | 'complete'
  readonly data?: unknown
  readonly id?: string | undefined
}

/** Writes server-sent events to a response, no faster than the client reads them. */
export class EventWriter {
  readonly #response: ServerResponse

  constructor(response: ServerResponse) {
    this.#response = response
  }

  /** Begins the stream. With an id, a client that reconnects before the first event asks for what came after it. */
  begin(id?: string): void {
    const response = this.#response
    const request = currentRequest()
    if (request) request.streamedAt = performance.now()
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-cache, no-transform',
      // Proxies like nginx would hold events back.
      'X-Accel-Buffering': 'no',
    })
    response.write(id === undefined ? ':\n\n' : `id: ${id}\n\n`)
    open.add(this)
    pinging ??= setInterval(pingAll, pingMs).unref()
    response.once('close', () => {
      open.delete(this)
      if (open.size > 0) return
      clearInterval(pinging)
      pinging = undefined
    })
  }

  /** Sends an event, and waits until the client has room for more. Returns false once the client has gone. */
  async send({ event, data, id }: SentEvent): Promise<boolean> {
    const response = this.#response
    if (response.destroyed || response.writableEnded) return false
    const text = `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data:${data === undefined ? '' : ` ${JSON.stringify(data)}`}\n\n`
    if (response.write(text)) return true
    await new Promise<void>((resolve) => {
      const settle = () => {
        response.off('drain', settle).off('close', settle)
        resolve()
      }
      response.on('drain', settle).on('close', settle)
    })
    return !response.destroyed
  }

  ping(): void {
    // A client that does not read needs no sign of life.
    if (!this.#response.writableNeedDrain) this.#response.write(':\n\n')
  }

  /** Ends the stream. Clients that have not got `complete` connect again. */
  end(): void {
    this.#response.end()
  }
}

function pingAll(): void {
  for (const writer of open) writer.ping()
}

/** Ends all streams of server-sent events of this process, so that their clients connect to another one. */
export function endEventStreams(): void {
  for (const writer of open) writer.end()
}
