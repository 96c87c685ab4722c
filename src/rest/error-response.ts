import { GraphQLError } from 'graphql'
import { AppError, type ErrorCode, errorTable, type FieldFault } from '../errors.ts'
import type { FaultPathTranslator } from './fault-path.ts'
import { describeFaults } from './faults.ts'
import { jsonReply, type Reply } from './reply.ts'

/** An error of the transport that says more in its headers than its code does. */
export class TransportError extends AppError {
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, headers: Record<string, string>, message?: string) {
    super(code, message)
    this.headers = headers
  }
}

/** The reply to a request whose operation ended with errors: the first of them decides. */
export function resultErrorReply(
  errors: readonly GraphQLError[],
  started: boolean,
  translate: FaultPathTranslator,
  requestId: string,
): Reply {
  const [first] = errors as [GraphQLError]
  // Without a code and before anything was resolved, the request itself did not fit; its wording is GraphQL's.
  if (first.extensions.code === undefined && !started) return errorReply('BAD_USER_INPUT', { requestId })
  const code = errorCode(first)
  const fields = errors
    .filter((error) => errorCode(error) === code)
    .flatMap((error) => fieldsOf(error).map((fault) => ({ error, fault })))
    .map(({ error, fault }) => ({ ...fault, path: translate(error.path ?? [], fault.path) }))
  return errorReply(code, {
    requestId,
    message: first.message,
    fields,
    headers: retryHeader(first.extensions.retryAfter),
  })
}

/** The reply to a request that failed outside of an operation. */
export function thrownErrorReply(error: unknown, requestId: string): Reply {
  if (!(error instanceof GraphQLError)) return errorReply('INTERNAL_SERVER_ERROR', { requestId })
  return errorReply(errorCode(error), {
    requestId,
    message: error.message,
    fields: fieldsOf(error),
    headers: {
      ...retryHeader(error.extensions.retryAfter),
      ...(error instanceof TransportError && error.headers),
    },
  })
}

interface ErrorDetails {
  readonly requestId: string
  readonly message?: string
  readonly fields?: readonly FieldFault[]
  readonly headers?: Readonly<Record<string, string>>
}

function errorReply(code: ErrorCode, { requestId, message, fields = [], headers }: ErrorDetails): Reply {
  const { status, message: standard } = errorTable[code]
  const text = fields.length > 0 ? describeFaults(fields) : message
  const error = {
    code: status,
    // What went wrong inside is nobody's business, whatever the thrower wrote.
    message: (code !== 'INTERNAL_SERVER_ERROR' && text) || standard,
    ...(fields.length > 0 && { fields }),
    requestId,
  }
  const challenge: Record<string, string> = code === 'UNAUTHENTICATED' ? { 'WWW-Authenticate': 'Bearer' } : {}
  return jsonReply(status, { error }, { ...challenge, ...headers, 'Cache-Control': 'no-store' })
}

function errorCode(error: GraphQLError): ErrorCode {
  const { code } = error.extensions
  return typeof code === 'string' && Object.hasOwn(errorTable, code)
    ? (code as ErrorCode)
    : 'INTERNAL_SERVER_ERROR'
}

const fieldsOf = (error: GraphQLError): readonly FieldFault[] =>
  (error.extensions.fields as readonly FieldFault[] | undefined) ?? []

const retryHeader = (seconds: unknown): Record<string, string> =>
  typeof seconds === 'number' ? { 'Retry-After': String(Math.ceil(seconds)) } : {}
