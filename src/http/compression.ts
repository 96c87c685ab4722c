import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import {
  type BrotliCompress,
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  type Gzip,
  gzip,
} from 'node:zlib'
import { ownBytes } from '../base/own-bytes.ts'

/** A content coding of HTTP. */
export type Coding = 'br' | 'gzip'

/** The bytes from which a body is compressed. A smaller one fits into one packet as it is. */
const compressedFrom = 1024

/** Media types of texts. Others, such as images and archives, are compressed already. */
const textual =
  /^(text\/(?!event-stream)|application\/(json|graphql-response\+json|problem\+json|javascript|xml|yaml|x-yaml|x-ndjson|jsonl|[\w.-]+\+(json|xml|yaml))\b|image\/svg\+xml)/i

/** Returns whether a body of this media type is compressed. Its length stands for one that is not read yet. */
export function isCompressible(contentType: unknown, body: string | Buffer | number | null): boolean {
  if (body === null || !textual.test(String(contentType ?? ''))) return false
  if (typeof body === 'number') return body >= compressedFrom
  // A text has at least as many bytes as characters. To count those of a long one takes long.
  return body.length >= compressedFrom || Buffer.byteLength(body) >= compressedFrom
}

/** The levels at which a larger one takes much more time to save little. */
const levels = {
  /** Of responses that are compressed for one request. */
  once: { br: 4, gzip: 5 },
  /** Of responses that are compressed once for many requests. */
  kept: { br: 6, gzip: 7 },
  /** Of small files that stay the same while the server runs, which no request waits for. */
  prepared: { br: 11, gzip: 9 },
} as const

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) } as const

const optionsOf = (coding: Coding, level: number, size?: number) =>
  coding === 'gzip'
    ? { level }
    : {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: level,
          ...(size !== undefined && { [constants.BROTLI_PARAM_SIZE_HINT]: size }),
        },
      }

/** Compresses in a thread of the pool of Node.js. */
function compress(body: string | Buffer, coding: Coding, use: keyof typeof levels): Promise<Buffer> {
  const size = Buffer.byteLength(body)
  return compressors[coding](body, optionsOf(coding, levels[use][coding], size))
}

/** The bodies that are compressed at once. The threads that do it also read files. */
const maximumAtOnce = 16
let atOnce = 0

/** Compresses a body for one request. Returns null if many others are being compressed: it is sent as it is then. */
export function compressOnce(body: string | Buffer, coding: Coding): Promise<Buffer> | null {
  if (atOnce >= maximumAtOnce) return null
  atOnce += 1
  return compress(body, coding, 'once').finally(() => {
    atOnce -= 1
  })
}

const compressKept = async (
  body: string | Buffer,
  coding: Coding,
  use: 'kept' | 'prepared',
): Promise<Buffer> => ownBytes(await compress(body, coding, use))

/** The compressed forms of a body that many requests get. Each is made once. */
export class CompressedForms {
  readonly #forms = new Map<Coding, Promise<Buffer>>()

  of(body: string | Buffer, coding: Coding): Promise<Buffer> {
    const known = this.#forms.get(coding)
    if (known) return known
    const form = compressKept(body, coding, 'kept')
    this.#forms.set(coding, form)
    return form
  }

  /** Makes all forms before a request asks for one, and smaller than for a request that waits. */
  prepare(body: string | Buffer): void {
    for (const coding of ['br', 'gzip'] as const)
      this.#forms.set(coding, compressKept(body, coding, 'prepared'))
  }
}

type Compressor = Transform & Pick<BrotliCompress | Gzip, 'flush'>

export function createCompressor(coding: Coding): Compressor {
  const options = optionsOf(coding, levels.once[coding])
  return coding === 'br' ? createBrotliCompress(options) : createGzip(options)
}

/** How long a compressor holds pieces back at most while others come. */
const heldBackMs = 500

/**
 * Yields pieces for a compressor, and lets it send what it has after the first and now and then: it would wait for many pieces
 * of a text that is made slowly.
 */
export async function* flushedPieces(
  pieces: AsyncIterable<string | Uint8Array>,
  compressor: Compressor,
): AsyncGenerator<string | Uint8Array> {
  let flushedAt = Number.NEGATIVE_INFINITY
  for await (const piece of pieces) {
    // The compressor has the piece when the next one is asked for.
    yield piece
    const now = performance.now()
    if (now - flushedAt < heldBackMs) continue
    compressor.flush()
    flushedAt = now
  }
}

/**
 * Returns the coding that a client prefers; Brotli if it has no preference. Null if it accepts none, and for HEAD, whose
 * response tells the length of the body as it is.
 */
export function acceptedCoding({
  method,
  headers,
}: Pick<IncomingMessage, 'method' | 'headers'>): Coding | null {
  const header = headers['accept-encoding']
  if (header === undefined || method === 'HEAD') return null
  const accepted = new Map(String(header).split(',').map(qualityOf))
  const quality = (coding: Coding) => accepted.get(coding) ?? accepted.get('*') ?? 0
  const [br, gzip] = [quality('br'), quality('gzip')]
  if (br === 0 && gzip === 0) return null
  return br >= gzip ? 'br' : 'gzip'
}

function qualityOf(item: string): [coding: string, quality: number] {
  const [name = '', ...parameters] = item
    .trim()
    .toLowerCase()
    .split(/\s*;\s*/)
  const given = parameters.find((parameter) => parameter.startsWith('q='))
  const quality = given === undefined ? 1 : Number(given.slice(2))
  return [name === 'x-gzip' ? 'gzip' : name, quality >= 0 && quality <= 1 ? quality : 0]
}

/** Returns headers that say that the response depends on `Accept-Encoding`. */
export function varyingByCoding(headers: OutgoingHttpHeaders, set?: unknown): OutgoingHttpHeaders {
  const others = [headers.Vary ?? set ?? []].flat().map(String)
  const names = others
    .join(',')
    .split(',')
    .map((name) => name.trim().toLowerCase())
  if (names.includes('*') || names.includes('accept-encoding')) return headers
  return { ...headers, Vary: [...others, 'Accept-Encoding'].join(', ') }
}

/**
 * Returns the headers of a compressed form. It has other bytes than the form that a strong entity tag names, and ranges
 * of them would not fit together.
 */
export function headersOfCoded(headers: OutgoingHttpHeaders, coding: Coding): OutgoingHttpHeaders {
  const { ETag, 'Accept-Ranges': _ranges, ...others } = headers
  return {
    ...others,
    'Content-Encoding': coding,
    ...(ETag !== undefined && { ETag: String(ETag).replace(/^"/, 'W/"') }),
  }
}
