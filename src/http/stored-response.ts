import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { CompressedForms } from './compression.ts'
import { matchesEntityTag } from './entity-tags.ts'
import { emptyResponse, type HttpResponse } from './response.ts'

/** A response that is the same for everybody. Its entity tag and its compressed forms are made once. */
export class StoredResponse {
  readonly #response: HttpResponse & { readonly body: string | Buffer }
  readonly #tag: string
  readonly #forms = new CompressedForms()

  constructor(response: HttpResponse & { readonly body: string | Buffer }) {
    this.#response = response
    this.#tag = createHash('sha1').update(response.body).digest('base64url')
  }

  /** Compresses the body before the first request. */
  prepare(): this {
    this.#forms.prepare(this.#response.body)
    return this
  }

  /** Returns the response, or a 304 if the client has it already. */
  for(request: Pick<IncomingMessage, 'headers'>): HttpResponse {
    const { 'Content-Type': contentType, ...lasting } = this.#response.headers
    const headers = { ...lasting, Vary: 'Accept-Encoding', ETag: `W/"${this.#tag}"` }
    if (matchesEntityTag(request, headers.ETag)) return emptyResponse(304, headers)
    return { ...this.#response, headers: { ...headers, 'Content-Type': contentType }, forms: this.#forms }
  }
}
