import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '../../base/config.ts'
import { orNotFound } from '../../base/errors.ts'
import { contentDisposition, uploadDisposition, uploadPolicyHeaders } from '../../http/downloads.ts'
import { assertMethod } from '../../http/transport-error.ts'
import { sendBlob } from './send-blob.ts'

/** A picture that was uploaded for something else than content. */
export interface ServedImage {
  readonly name: string
  readonly contentType: string
  readonly hash: string
  readonly size: number
}

type FindImage = (address: string) => Promise<ServedImage | undefined>

/** Creates the handler that sends the uploaded picture at an address. Throws NOT_FOUND if there is none. */
export const imageHandler =
  (config: Config, find: FindImage) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    assertMethod(request, 'GET', 'HEAD')
    const image = orNotFound(await find(request.url ?? ''))
    await sendBlob(request, response, { config, blob: image, headers: headersOf(image) })
  }

/** The bytes never change at an address. Pages of other hosts may show them too, because sites have host names of their own. */
const headersOf = ({ name, contentType, hash }: ServedImage) => ({
  'Content-Type': contentType,
  'Content-Disposition': contentDisposition(uploadDisposition(contentType), name),
  ...uploadPolicyHeaders,
  'Cross-Origin-Resource-Policy': 'cross-origin',
  ETag: `"${hash}"`,
  'Cache-Control': 'public, max-age=31536000, immutable',
})
