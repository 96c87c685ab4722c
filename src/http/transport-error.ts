import type { IncomingMessage } from 'node:http'
import { AppError, type ErrorCode } from '../base/errors.ts'

/** An error of the HTTP request that adds headers to the response, such as `Allow`. */
export class TransportError extends AppError {
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, headers: Record<string, string>, message?: string) {
    super(code, message)
    this.headers = headers
  }
}

/** Throws METHOD_NOT_ALLOWED for any other method. */
export function assertMethod(
  { method }: Pick<IncomingMessage, 'method'>,
  ...allowed: readonly string[]
): void {
  if (!allowed.includes(method ?? ''))
    throw new TransportError('METHOD_NOT_ALLOWED', { Allow: allowed.join(', ') })
}

/** The methods that something on this server supports. */
const supportedMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Throws METHOD_NOT_ALLOWED for a method that nothing on this server supports, such as TRACE. */
export const assertSupportedMethod = (request: Pick<IncomingMessage, 'method'>): void =>
  assertMethod(request, ...supportedMethods)
