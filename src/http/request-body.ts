import type { IncomingMessage } from 'node:http'
import type { AppError } from '../base/errors.ts'
import { HeldBody } from './body-memory.ts'
import { payloadTooLarge } from './reasons.ts'

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
    return Promise.reject(refuseTooLarge(request, maxBytes))
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
        if (size > maxBytes) throw bodyTooLarge(maxBytes)
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
      discardBody(request)
      reject(error)
    }
    if (request.destroyed) fail()
    // An iterator would cost as much as all else of reading a small body.
    else request.on('data', add).on('end', end).on('error', fail).on('close', fail)
  })
}

const disconnected = (): Error =>
  Object.assign(new Error('the client has disconnected'), { code: 'ECONNRESET' })

export const bodyTooLarge = (maxBytes: number): AppError =>
  payloadTooLarge('BODY_TOO_LARGE', { maximum: maxBytes })

/** Returns the error for a body whose length is known to be too large, and discards that body. */
export function refuseTooLarge(request: IncomingMessage, maxBytes: number): AppError {
  discardBody(request)
  return bodyTooLarge(maxBytes)
}

/** The bytes that are read of a body after it was refused. */
export const maximumDiscardedBytes = 64 * 1024 * 1024

/**
 * Reads the rest of a refused body without keeping it. Many clients read the response only after they have sent all of
 * the request, and lose it if the connection is closed before. One that sends more than `maximumDiscardedBytes` is
 * disconnected.
 */
export function discardBody(request: IncomingMessage): void {
  let size = 0
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > maximumDiscardedBytes) request.destroy()
  })
  request.resume()
}
