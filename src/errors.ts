import { GraphQLError } from 'graphql'

/**
 * Every error a client can meet: its code (GraphQL `extensions.code`), its HTTP status under `/v1`, and the
 * message used where the thrower gives none. Statuses appear nowhere else.
 */
export const errorTable = {
  BAD_USER_INPUT: { status: 400, message: 'The request is malformed or out of limits.' },
  UNAUTHENTICATED: { status: 401, message: 'A valid API token is required: Authorization: Bearer <token>.' },
  FORBIDDEN: { status: 403, message: 'You are not allowed to do this.' },
  NOT_FOUND: { status: 404, message: 'Not found.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This address does not support that method.' },
  CONFLICT: { status: 409, message: 'The request conflicts with the present state.' },
  PRECONDITION_FAILED: { status: 412, message: 'A condition of the request does not hold.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request body is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'The request body must be application/json.' },
  RATE_LIMITED: { status: 429, message: 'Too many requests.' },
  INTERNAL_SERVER_ERROR: { status: 500, message: 'Something went wrong on our side.' },
  SERVICE_UNAVAILABLE: { status: 503, message: 'The service is starting or stopping.' },
} as const

export type ErrorCode = keyof typeof errorTable

/** One fault in the input: where it is (`title`, `position.before.space`) and what is wrong with it. */
export interface FieldFault {
  path: string
  message: string
}

/**
 * An error meant for the client. It carries a code and never a status: an HTTP status in a GraphQL error's
 * extensions would change the status of the whole `/graphql` response.
 */
export class AppError extends GraphQLError {
  readonly code: ErrorCode
  readonly fields: readonly FieldFault[] | undefined

  constructor(code: ErrorCode, message: string = errorTable[code].message, fields?: readonly FieldFault[]) {
    super(message, { extensions: fields ? { code, fields } : { code } })
    this.name = 'AppError'
    this.code = code
    this.fields = fields
  }
}

/** Always made fresh and always worded the same, so that hidden and missing cannot be told apart. */
export const notFound = () => new AppError('NOT_FOUND')

export const forbidden = (message?: string) => new AppError('FORBIDDEN', message)

export const conflict = (message: string) => new AppError('CONFLICT', message)

/** Input that is well-formed but not acceptable; names the member at fault. */
export const invalidInput = (path: string, message: string) =>
  new AppError('BAD_USER_INPUT', `${path}: ${message}`, [{ path, message }])
