import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A response with a body that is in memory, or with none. */
export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<OutgoingHttpHeaders>
  readonly body: string | Buffer | null
}

export const emptyResponse = (status: number, headers: OutgoingHttpHeaders = {}): HttpResponse => ({
  status,
  headers,
  body: null,
})

export const jsonResponse = (
  status: number,
  value: unknown,
  headers: OutgoingHttpHeaders = {},
): HttpResponse => jsonTextResponse(status, JSON.stringify(value), headers)

/** Returns a response whose body is JSON already. */
export const jsonTextResponse = (
  status: number,
  body: string | Buffer,
  headers: OutgoingHttpHeaders = {},
): HttpResponse => ({
  status,
  headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
  body,
})

export const htmlResponse = (
  status: number,
  html: string,
  headers: OutgoingHttpHeaders = {},
): HttpResponse => ({
  status,
  headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers },
  body: html,
})

export const redirectResponse = (
  status: 302 | 303 | 307 | 308,
  location: string,
  headers: OutgoingHttpHeaders = {},
): HttpResponse => ({ status, headers: { Location: location, ...headers }, body: null })

/** Sends a response; to HEAD its headers alone. */
export function sendResponse(
  request: Pick<IncomingMessage, 'method'>,
  response: ServerResponse,
  { status, headers, body }: HttpResponse,
): void {
  // A 204 and a 304 have no body by definition; a 205 must say that it has none.
  const length = body === null ? (status === 205 ? 0 : undefined) : Buffer.byteLength(body)
  response.writeHead(status, { ...headers, ...(length !== undefined && { 'Content-Length': length }) })
  response.end(request.method === 'HEAD' ? undefined : (body ?? undefined))
}

/**
 * Sends the content of a stream with the status and headers that the response has; to HEAD the headers alone. A
 * client that disconnects ends the response without an error. Throws errors of the stream itself, after which the
 * response is destroyed.
 */
export async function sendStream(
  request: Pick<IncomingMessage, 'method'>,
  response: ServerResponse,
  content: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const stream = content instanceof Readable ? content : Readable.from(content)
  if (request.method === 'HEAD') {
    stream.destroy()
    response.end()
    return
  }
  try {
    await pipeline(stream, response)
  } catch (error) {
    response.destroy()
    if (!isDisconnection(error)) throw error
  }
}

const disconnectionCodes = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'ABORT_ERR'])

const isDisconnection = (error: unknown): boolean =>
  disconnectionCodes.has((error as NodeJS.ErrnoException).code ?? '')
