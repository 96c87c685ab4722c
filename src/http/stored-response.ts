import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { matchesEntityTag } from './entity-tags.ts'
import { emptyResponse, type HttpResponse } from './response.ts'

const compress = promisify(gzip)

/** A response that is the same for everybody. Its entity tag and its compressed form are made once. */
export class StoredResponse {
  readonly #response: HttpResponse & { readonly body: string | Buffer }
  readonly #tag: string
  #compressed: Promise<Buffer> | undefined

  constructor(response: HttpResponse & { readonly body: string | Buffer }) {
    this.#response = response
    this.#tag = createHash('sha1').update(response.body).digest('base64url')
  }

  /** Returns the response in the form that the request accepts, or a 304 if the client has that form already. */
  async for(request: Pick<IncomingMessage, 'headers'>): Promise<HttpResponse> {
    const { 'Content-Type': contentType, ...lasting } = this.#response.headers
    const headers = { ...lasting, Vary: 'Accept-Encoding', ETag: `W/"${this.#tag}"` }
    if (matchesEntityTag(request, headers.ETag)) return emptyResponse(304, headers)
    const sent = { ...headers, 'Content-Type': contentType }
    if (!acceptsGzip(request)) return { ...this.#response, headers: sent }
    this.#compressed ??= compress(this.#response.body)
    return {
      ...this.#response,
      headers: { ...sent, 'Content-Encoding': 'gzip' },
      body: await this.#compressed,
    }
  }
}

function acceptsGzip({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const codings = String(headers['accept-encoding'] ?? '').split(',')
  return codings.some((coding) => {
    const [name = '', quality = ''] = coding
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/)
    return name === 'gzip' && !/^q=0(\.0*)?$/.test(quality)
  })
}
