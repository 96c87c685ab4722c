import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '../../base/config.ts'
import { notFound } from '../../base/errors.ts'
import { contentDisposition, uploadDisposition, uploadPolicyHeaders } from '../../http/downloads.ts'
import { sendBlob } from './send-blob.ts'

/** A picture that was uploaded for something else than content. */
export interface ServedImage {
  readonly name: string
  readonly contentType: string
  readonly hash: string
  readonly size: number
}

/**
 * Sends an uploaded picture, whose bytes never change at its address. Pages of other hosts may show it too, because sites have host names
 * of their own. Throws NOT_FOUND if there is none.
 */
export async function sendImage(
  request: IncomingMessage,
  response: ServerResponse,
  { config, image }: { readonly config: Config; readonly image: ServedImage | undefined },
): Promise<void> {
  if (!image) throw notFound()
  await sendBlob(request, response, {
    config,
    blob: image,
    headers: {
      'Content-Type': image.contentType,
      'Content-Disposition': contentDisposition(uploadDisposition(image.contentType), image.name),
      ...uploadPolicyHeaders,
      'Cross-Origin-Resource-Policy': 'cross-origin',
      ETag: `"${image.hash}"`,
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
  })
}
