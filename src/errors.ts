import { GraphQLError } from 'graphql'

/**
 * The errors that clients can receive: their code (`extensions.code` in GraphQL), HTTP status in REST, and default
 * message. Statuses are declared nowhere else.
 */
export const errorTable = {
  BAD_USER_INPUT: { status: 400, message: 'The request is malformed or exceeds a limit.' },
  UNAUTHENTICATED: { status: 401, message: 'A valid API token is required: Authorization: Bearer <token>.' },
  FORBIDDEN: { status: 403, message: 'You are not allowed to do this.' },
  NOT_FOUND: { status: 404, message: 'Not found.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This path does not support the method.' },
  CONFLICT: { status: 409, message: 'The request conflicts with the current state.' },
  PRECONDITION_FAILED: { status: 412, message: 'A precondition of the request is not met.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request body is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'The request body must be application/json.' },
  RATE_LIMITED: { status: 429, message: 'Too many requests.' },
  INTERNAL_SERVER_ERROR: { status: 500, message: 'Something went wrong on our side.' },
  SERVICE_UNAVAILABLE: { status: 503, message: 'The service is starting or stopping.' },
} as const

export type ErrorCode = keyof typeof errorTable

/** An error in the input: the path of the member (`title`, `position.before.space`) and a message. */
export interface FieldFault {
  path: string
  message: string
}

/**
 * An error that is returned to the client. It has a code and no status: an HTTP status in the extensions of a GraphQL
 * error would change the status of the whole `/graphql` response.
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

/** Creates the error for missing and hidden resources alike: always the same, so that clients cannot tell them apart. */
export const notFound = () => new AppError('NOT_FOUND')

export const forbidden = (message?: string) => new AppError('FORBIDDEN', message)

export const conflict = (message: string) => new AppError('CONFLICT', message)

/** Creates a BAD_USER_INPUT error for the member at `path`. */
export const invalidInput = (path: string, message: string) =>
  new AppError('BAD_USER_INPUT', `${path}: ${message}`, [{ path, message }])
