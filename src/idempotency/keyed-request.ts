import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Uploads } from '../http/multipart.ts'
import type { Context } from '../request/context.ts'
import type { KeyedRequest } from './kept-answers.ts'
import { idempotencyLimits } from './limits.ts'
import { badRequest } from './reasons.ts'

/** Returns the request with its key, if it has one and a user sends it. `content` is what the key stands for. */
export function keyedRequest(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { viewer, uploads }: Context,
  content: () => unknown,
): KeyedRequest | null {
  const key = headers['idempotency-key']
  if (key === undefined || viewer?.kind !== 'member') return null
  const maximum = idempotencyLimits.keyLength
  if (typeof key !== 'string' || !/^[\x20-\x7e]+$/.test(key) || key.length > maximum)
    throw badRequest('IDEMPOTENCY_KEY_INVALID', { maximum })
  // A token that may do less must not receive the answer to one that may do more.
  const fingerprint = fingerprintOf([viewer.scopes, content()], uploads)
  return { userId: viewer.userId, key, fingerprint }
}

/** Returns a digest of a request. A file counts by its content: the text that stands for it is another each time. */
function fingerprintOf(content: unknown, uploads: Uploads = new Map()): string {
  const text = JSON.stringify(content, (_name, value: unknown) => {
    const upload = typeof value === 'string' ? uploads.get(value) : undefined
    return upload ? [upload.hash, upload.name, upload.contentType] : value
  })
  return createHash('sha256').update(text).digest('hex')
}
