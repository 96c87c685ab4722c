import type { IncomingMessage, ServerResponse } from 'node:http'
import type { GraphQLError } from 'graphql'
import { AppError, errorTable } from '../base/errors.ts'
import { LogThrottle } from '../base/log-throttle.ts'
import type { RequestLogger } from '../base/logger.ts'
import { errorOfFault, faultOf } from '../database/faults.ts'
import { errorOfRace } from '../database/lost-races.ts'
import { jsonResponse, sendResponse } from './response.ts'
import { TransportError } from './transport-error.ts'

const faultLog = new LogThrottle()

/**
 * Returns the error that the client receives for what was thrown. Null if it is not meant for clients. A fault of the
 * database or of the files is logged, because the operator must learn of it.
 */
export function errorForClient(thrown: unknown, logger: Pick<RequestLogger, 'error'>): AppError | null {
  if (thrown instanceof AppError) return thrown
  const fault = faultOf(thrown)
  if (!fault) return errorOfRace(thrown)
  faultLog.record(fault, (requests) =>
    logger.error({ err: thrown, fault, requests }, 'the database or the files failed requests'),
  )
  return errorOfFault(fault)
}

/**
 * Sends an error in the form of GraphQL over HTTP: `{"errors":[{"message","extensions":{"code","requestId"}}]}`.
 * Logs an error that is not meant for clients and sends INTERNAL_SERVER_ERROR in its place. A response whose headers are sent
 * already is destroyed.
 */
export function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  { requestId, logger }: { readonly requestId: string; readonly logger: RequestLogger },
): void {
  const expected = errorForClient(error, logger)
  // A client that has gone while it sent its request is no error of the server.
  if (!expected && !request.destroyed) logger.error({ err: error }, 'unexpected error')
  if (response.headersSent) {
    response.destroy()
    return
  }
  const sent = expected ?? new AppError('INTERNAL_SERVER_ERROR')
  const { code, message, extensions } = sent
  const body = { errors: [{ message, extensions: { ...extensions, requestId } }] }
  for (const [name, value] of Object.entries(headersOf(sent))) response.setHeader(name, value)
  sendResponse(
    request,
    response,
    jsonResponse(errorTable[code].status, body, { 'Cache-Control': 'no-store' }),
  )
}

/** Returns the header that says when the request may be sent again, if the error says it. */
export const retryHeader = ({ extensions: { retryAfter } }: GraphQLError): Record<string, string> =>
  typeof retryAfter === 'number' ? { 'Retry-After': String(Math.ceil(retryAfter)) } : {}

/** Returns the headers that an error adds to its response. */
export const headersOf = (error: AppError): Readonly<Record<string, string>> => ({
  ...retryHeader(error),
  ...(error instanceof TransportError && error.headers),
  ...(error.code === 'UNAUTHENTICATED' && { 'WWW-Authenticate': 'Bearer' }),
})
