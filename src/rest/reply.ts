import type { IncomingMessage, ServerResponse } from 'node:http'
import { yieldToEventLoop } from '../base/yield-to-event-loop.ts'
import { type HttpResponse, sendResponse } from '../http/response.ts'

/** The header with the objects and the bytes that an operation has read, as a dictionary of RFC 9651. */
export const costHeader = 'X-Cost'

/** Sends a response with the headers that every response of the REST API has. */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  { headers, ...reply }: HttpResponse,
  requestId: string,
): void {
  sendResponse(request, response, {
    ...reply,
    headers: { 'X-Request-Id': requestId, ...headers },
  })
}

/** The number of characters from which a body is encoded in parts, so that it is never a text as a whole. */
const partLength = 65_536

/** The number of characters from which a body is encoded once, for its tag, its length and for sending it. */
const longText = 4096

/** The number of parts after which other requests run before the next one is written. */
const partsBetweenYields = 16

/** Returns the pieces of a body as bytes, or as a text if they are short. */
export async function joinBody(pieces: Iterable<string>): Promise<string | Buffer> {
  const parts: Buffer[] = []
  let text = ''
  for (const piece of pieces) {
    text += piece
    if (text.length < partLength) continue
    parts.push(Buffer.from(text))
    text = ''
    if (parts.length % partsBetweenYields === 0) await yieldToEventLoop()
  }
  if (parts.length > 0) return Buffer.concat([...parts, Buffer.from(text)])
  return text.length < longText ? text : Buffer.from(text)
}
