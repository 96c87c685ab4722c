import { GraphQLError } from 'graphql'
import { describeFaults, type ErrorCode, errorTable, type FieldFault } from '../base/errors.ts'
import { retryHeader } from '../http/error-response.ts'
import { type HttpResponse, jsonResponse } from '../http/response.ts'
import { TransportError } from '../http/transport-error.ts'
import type { FaultPathTranslator } from './fault-path.ts'

/** Returns the response to an operation with errors. The first error determines the status. */
export function resultErrorReply(
  errors: readonly GraphQLError[],
  started: boolean,
  translate: FaultPathTranslator,
  requestId: string,
): HttpResponse {
  const [first] = errors as [GraphQLError]
  // The request did not match the operation. GraphQL's message is not used, because it describes the operation.
  if (first.extensions.code === undefined && !started) return errorReply('BAD_USER_INPUT', { requestId })
  const code = errorCode(first)
  const fields = errors
    .filter((error) => errorCode(error) === code)
    .flatMap((error) => fieldsOf(error).map((fault) => ({ error, fault })))
    .map(({ error, fault }) => ({ ...fault, path: translate(error.path ?? [], fault.path) }))
  return errorReply(code, {
    requestId,
    message: first.message,
    reason: reasonOf(first),
    fields,
    headers: retryHeader(first),
  })
}

/** Returns the response to a request that failed outside of an operation. */
export function thrownErrorReply(error: unknown, requestId: string): HttpResponse {
  if (!(error instanceof GraphQLError)) return errorReply('INTERNAL_SERVER_ERROR', { requestId })
  return errorReply(errorCode(error), {
    requestId,
    message: error.message,
    reason: reasonOf(error),
    fields: fieldsOf(error),
    headers: {
      ...retryHeader(error),
      ...(error instanceof TransportError && error.headers),
    },
  })
}

interface ErrorDetails {
  readonly requestId: string
  readonly message?: string
  readonly reason?: string | undefined
  readonly fields?: readonly FieldFault[]
  readonly headers?: Readonly<Record<string, string>>
}

/** Returns the response with an error. Without a message, it has the standard one of its code. */
export function errorReply(
  code: ErrorCode,
  { requestId, message, reason, fields = [], headers }: ErrorDetails,
): HttpResponse {
  const { status, message: standard } = errorTable[code]
  const text = fields.length > 0 ? describeFaults(fields) : message
  const error = {
    code: status,
    // Messages of internal errors are never sent, because they may contain implementation details.
    message: (code !== 'INTERNAL_SERVER_ERROR' && text) || standard,
    ...(reason && { reason }),
    // The contract has no more of a fault than these two.
    ...(fields.length > 0 && { fields: fields.map(({ path, message }) => ({ path, message })) }),
    requestId,
  }
  const challenge: Record<string, string> = code === 'UNAUTHENTICATED' ? { 'WWW-Authenticate': 'Bearer' } : {}
  return jsonResponse(status, { error }, { ...challenge, ...headers, 'Cache-Control': 'no-store' })
}

function errorCode(error: GraphQLError): ErrorCode {
  const { code } = error.extensions
  return typeof code === 'string' && Object.hasOwn(errorTable, code)
    ? (code as ErrorCode)
    : 'INTERNAL_SERVER_ERROR'
}

const reasonOf = ({ extensions: { reason } }: GraphQLError): string | undefined =>
  typeof reason === 'string' ? reason : undefined

const fieldsOf = (error: GraphQLError): readonly FieldFault[] =>
  (error.extensions.fields as readonly FieldFault[] | undefined) ?? []
