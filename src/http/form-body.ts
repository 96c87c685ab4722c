import type { IncomingMessage } from 'node:http'
import { readBody } from './request-body.ts'

/**
 * Reads the body of a request that is a form of at most `maxBytes` bytes. Returns null for another type of body. Throws as
 * `readBody` does.
 */
export async function readFormBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<URLSearchParams | null> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')) return null
  return new URLSearchParams((await readBody(request, maxBytes)).toString('utf8'))
}
