import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  acceptedCoding,
  type Coding,
  type CompressedForms,
  compressOnce,
  createCompressor,
  flushedPieces,
  headersOfCoded,
  isCompressible,
  varyingByCoding,
} from './compression.ts'

type RequestHead = Pick<IncomingMessage, 'method' | 'headers'>

/** A response with a body that is in memory, or with none. */
export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<OutgoingHttpHeaders>
  readonly body: string | Buffer | null
  /** Keeps the compressed forms of a body that many requests get. */
  readonly forms?: CompressedForms
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

/**
 * Sends a response; to HEAD its headers alone. A text that is not short is compressed if the client accepts it, in another
 * thread.
 */
export function sendResponse(request: RequestHead, response: ServerResponse, sent: HttpResponse): void {
  const { body } = sent
  const whole = { ...sent, headers: varyingAsSet(sent.headers, response.getHeader('Vary')) }
  if (body === null || !mayCompress(response, whole, body)) write(request, response, whole)
  else sendText(request, response, { ...whole, body })
}

/** Returns headers whose `Vary` names also what the response was set to vary by before. */
const varyingAsSet = (headers: OutgoingHttpHeaders, set: unknown): OutgoingHttpHeaders =>
  set === undefined || headers.Vary === undefined
    ? headers
    : { ...headers, Vary: [set, headers.Vary].flat().join(', ') }

function sendText(
  request: RequestHead,
  response: ServerResponse,
  sent: HttpResponse & { readonly body: string | Buffer },
): void {
  const { body, forms } = sent
  const headers = varyingByCoding(sent.headers, response.getHeader('Vary'))
  const coding = acceptedCoding(request)
  const compressed = coding && (forms?.of(body, coding) ?? compressOnce(body, coding))
  const writePlain = () => write(request, response, { ...sent, headers })
  if (!coding || !compressed) {
    writePlain()
    return
  }
  compressed.then((coded) => {
    if (!response.destroyed)
      write(request, response, { ...sent, headers: headersOfCoded(headers, coding), body: coded })
  }, writePlain)
}

/** Returns whether a response is a whole text that nothing has compressed yet. */
const mayCompress = (
  response: ServerResponse,
  { status, headers }: Omit<HttpResponse, 'body'>,
  body: string | Buffer | number,
): boolean =>
  isCompressible(headers['Content-Type'] ?? response.getHeader('Content-Type'), body) &&
  status !== 206 &&
  headers['Content-Encoding'] === undefined

/** The size from which on a body in memory is sent in slices, whose progress tells whether the client reads. */
const slicedBytes = 1024 * 1024
const sliceBytes = 64 * 1024

function write(
  request: RequestHead,
  response: ServerResponse,
  { status, headers, body }: HttpResponse,
): void {
  // A 204 and a 304 have no body by definition; a 205 must say that it has none.
  const length = body === null ? (status === 205 ? 0 : undefined) : Buffer.byteLength(body)
  response.writeHead(status, { ...headers, ...(length !== undefined && { 'Content-Length': length }) })
  if (body !== null && Number(length) > slicedBytes)
    void sendStream(request, response, Readable.from(slicesOf(body)))
  else if (request.method === 'HEAD' || body === null) response.end()
  // Text of ASCII characters alone has the same bytes in both, and Node.js writes Latin-1 as it is.
  else response.end(body, typeof body === 'string' && body.length === length ? 'latin1' : 'utf8')
}

function* slicesOf(body: string | Buffer): Generator<Buffer> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  for (let start = 0; start < bytes.length; start += sliceBytes)
    yield bytes.subarray(start, start + sliceBytes)
}

/** A response whose body is read from a stream. */
export interface StreamResponse {
  readonly status: number
  readonly headers: Readonly<OutgoingHttpHeaders>
  readonly body: AsyncIterable<string | Uint8Array>
}

/** Sends a response like `sendResponse`, as it is read. */
export async function sendStreamResponse(
  request: RequestHead,
  response: ServerResponse,
  { status, headers, body }: StreamResponse,
): Promise<void> {
  const length = Number(headers['Content-Length'] ?? Number.POSITIVE_INFINITY)
  if (!mayCompress(response, { status, headers }, length)) {
    response.writeHead(status, headers)
    return sendStream(request, response, body)
  }
  const varying = varyingByCoding(headers, response.getHeader('Vary'))
  const coding = acceptedCoding(request)
  response.writeHead(status, coding ? withoutLength(headersOfCoded(varying, coding)) : varying)
  await sendStream(request, response, body, coding)
}

const withoutLength = ({ 'Content-Length': _length, ...headers }: OutgoingHttpHeaders): OutgoingHttpHeaders =>
  headers

/**
 * Sends the content of a stream with the status and headers that the response has; to HEAD the headers alone. A
 * client that disconnects ends the response without an error. Throws errors of the stream itself, after which the
 * response is destroyed.
 */
export async function sendStream(
  request: Pick<IncomingMessage, 'method'>,
  response: ServerResponse,
  content: AsyncIterable<string | Uint8Array>,
  coding: Coding | null = null,
): Promise<void> {
  const stream = content instanceof Readable ? content : Readable.from(content)
  if (request.method === 'HEAD') {
    stream.destroy()
    response.end()
    return
  }
  try {
    if (!coding) return await pipeline(stream, response)
    const compressor = createCompressor(coding)
    await pipeline(flushedPieces(stream, compressor), compressor, response)
  } catch (error) {
    response.destroy()
    if (!isDisconnection(error)) throw error
  }
}

const disconnectionCodes = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'ABORT_ERR'])

const isDisconnection = (error: unknown): boolean =>
  disconnectionCodes.has((error as NodeJS.ErrnoException).code ?? '')
