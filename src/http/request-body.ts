import type { IncomingMessage } from 'node:http'
import { type AppError, payloadTooLarge } from '../errors.ts'
import { HeldBody } from './body-memory.ts'

/**
 * Reads the body of a request. Throws PAYLOAD_TOO_LARGE for one of more than `maxBytes` bytes, and SERVICE_UNAVAILABLE while
 * the bodies of other requests take too much memory.
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(request, maxBytes)
  const chunks: Buffer[] = []
  const held = new HeldBody(request)
  let size = 0
  try {
    // Without this option the iterator would close the socket when it ends early, and the error could not be sent.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge(request, maxBytes)
      held.add(chunk.length)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    held.release()
    // Many clients read the response only after they have sent all of the request.
    request.resume()
  }
}

/** Returns the error, and drops the rest of the body. */
export function tooLarge(request: IncomingMessage, maxBytes: number): AppError {
  request.resume()
  return payloadTooLarge('BODY_TOO_LARGE', { maximum: maxBytes })
}
