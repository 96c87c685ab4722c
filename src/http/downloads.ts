import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { matchesEntityTag } from './entity-tags.ts'
import { emptyResponse, sendResponse, sendStreamResponse } from './response.ts'
import { assertMethod } from './transport-error.ts'

/** A file to be sent with status 200. */
export interface Download {
  readonly headers: OutgoingHttpHeaders & { readonly ETag: string }
  readonly stream: Readable
}

/** Returns a handler of GET and HEAD that sends what `open` finds at the request target, unless the client has it. */
export function createDownloadHandler(open: (target: string) => Promise<Download>) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    assertMethod(request, 'GET', 'HEAD')
    await sendDownload(request, response, await open(request.url ?? ''))
  }
}

/** Sends a file, unless the client has it. */
export async function sendDownload(
  request: IncomingMessage,
  response: ServerResponse,
  { headers, stream }: Download,
): Promise<void> {
  if (matchesEntityTag(request, headers.ETag)) {
    stream.destroy()
    const { 'Content-Type': _, 'Content-Length': __, ...lasting } = headers
    return sendResponse(request, response, emptyResponse(304, lasting))
  }
  await sendStreamResponse(request, response, { status: 200, headers, body: stream })
}

/** Returns the value of `Content-Disposition`, with the file name encoded as RFC 6266 and RFC 8187 ask for. */
export function contentDisposition(type: 'inline' | 'attachment', fileName: string): string {
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )
  return `${type}; filename*=UTF-8''${encoded}`
}

const inlineTypes =
  /^(image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml|x-icon|vnd\.microsoft\.icon)|(video|audio)\/[\w.+-]+|application\/pdf|text\/plain)\s*(;|$)/i

/**
 * Returns how a browser may show an uploaded file of this media type. Types that could act as a page of the server's
 * own origin are downloaded.
 */
export const uploadDisposition = (contentType: string): 'inline' | 'attachment' =>
  inlineTypes.test(contentType) ? 'inline' : 'attachment'

/** Headers for uploaded files. An SVG is an image that may hold scripts: opened by itself it gets no rights at all. */
export const uploadPolicyHeaders = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'X-Content-Type-Options': 'nosniff',
} as const
