import type { IncomingMessage } from 'node:http'
import { type AppError, payloadTooLarge } from '../errors.ts'
import { HeldBody } from './body-memory.ts'

/** Returns whether the body of a request may have more bytes than a number, also where it does not tell how many it has. */
export const mayExceed = ({ headers }: Pick<IncomingMessage, 'headers'>, bytes: number): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > bytes

/** Sees the bytes of a body as they arrive. Throws to refuse it. */
interface Inspection {
  add(bytes: Uint8Array): void
}

/**
 * Reads the body of a request. Throws PAYLOAD_TOO_LARGE for one of more than `maxBytes` bytes, SERVICE_UNAVAILABLE while the
 * bodies of other requests take too much memory, and what `inspection` throws.
 */
export function readBody(
  request: IncomingMessage,
  maxBytes: number,
  inspection?: Inspection,
): Promise<Buffer<ArrayBuffer>> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes)
    return Promise.reject(tooLarge(request, maxBytes))
  const held = new HeldBody(request)
  return new Promise<Buffer<ArrayBuffer>>((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const stop = () => {
      request.off('data', add).off('end', end).off('error', fail).off('close', fail)
      held.release()
    }
    const add = (chunk: Buffer) => {
      size += chunk.length
      try {
        if (size > maxBytes) throw tooLarge(request, maxBytes)
        held.add(chunk.length)
        inspection?.add(chunk)
        chunks.push(chunk)
      } catch (error) {
        fail(error as Error)
      }
    }
    const end = () => {
      stop()
      resolve(Buffer.concat(chunks))
    }
    const fail = (error: Error = disconnected()) => {
      stop()
      // Many clients read the response only after they have sent all of the request.
      request.resume()
      reject(error)
    }
    if (request.destroyed) fail()
    // An iterator would cost as much as all else of reading a small body.
    else request.on('data', add).on('end', end).on('error', fail).on('close', fail)
  })
}

const disconnected = (): Error =>
  Object.assign(new Error('the client has disconnected'), { code: 'ECONNRESET' })

/** Returns the error, and drops the rest of the body. */
export function tooLarge(request: IncomingMessage, maxBytes: number): AppError {
  request.resume()
  return payloadTooLarge('BODY_TOO_LARGE', { maximum: maxBytes })
}
