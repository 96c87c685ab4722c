import type { IncomingMessage, ServerResponse } from 'node:http'
import type { GraphQLError } from 'graphql'
import type { Logger } from 'pino'
import { AppError, errorTable } from '../errors.ts'
import { jsonResponse, sendResponse } from './response.ts'
import { TransportError } from './transport-error.ts'

/**
 * Sends an error in the form of GraphQL over HTTP: `{"errors":[{"message","extensions":{"code","requestId"}}]}`.
 * Logs an error that is no AppError and sends INTERNAL_SERVER_ERROR in its place. A response whose headers are sent
 * already is destroyed.
 */
export function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  { requestId, logger }: { readonly requestId: string; readonly logger: Logger },
): void {
  const known = error instanceof AppError ? error : new AppError('INTERNAL_SERVER_ERROR')
  if (known !== error) logger.error({ err: error }, 'unexpected error')
  if (response.headersSent) {
    response.destroy()
    return
  }
  const { code, reason, message } = known
  const body = { errors: [{ message, extensions: { code, ...(reason && { reason }), requestId } }] }
  for (const [name, value] of Object.entries(headersOf(known))) response.setHeader(name, value)
  sendResponse(
    request,
    response,
    jsonResponse(errorTable[code].status, body, { 'Cache-Control': 'no-store' }),
  )
}

/** Returns the header that says when the request may be sent again, if the error says it. */
export const retryHeader = ({ extensions: { retryAfter } }: GraphQLError): Record<string, string> =>
  typeof retryAfter === 'number' ? { 'Retry-After': String(Math.ceil(retryAfter)) } : {}

const headersOf = (error: AppError): Readonly<Record<string, string>> => ({
  ...retryHeader(error),
  ...(error instanceof TransportError && error.headers),
  ...(error.code === 'UNAUTHENTICATED' && { 'WWW-Authenticate': 'Bearer' }),
  ...(error.code === 'PAYLOAD_TOO_LARGE' && { Connection: 'close' }),
})
