// The file of the class: commands and threads need nothing else of the package, which is one of the largest.
import { GraphQLError } from 'graphql/error/GraphQLError.js'
import type { MessageValues } from './templates.ts'

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
  NOT_ACCEPTABLE: { status: 406, message: 'The request accepts none of the types of this path.' },
  CONFLICT: { status: 409, message: 'The request conflicts with the current state.' },
  PRECONDITION_FAILED: { status: 412, message: 'A precondition of the request is not met.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request body is too large.' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message: 'The request body must be JSON. Send it with `Content-Type: application/json`.',
  },
  UNPROCESSABLE: { status: 422, message: 'The request cannot be carried out as it is.' },
  RATE_LIMITED: { status: 429, message: 'Too many requests.' },
  INTERNAL_SERVER_ERROR: { status: 500, message: 'Something went wrong on our side.' },
  SERVICE_UNAVAILABLE: { status: 503, message: 'The service is starting or stopping.' },
} as const

export type ErrorCode = keyof typeof errorTable

/** An error in the input: the path of the member (`title`, `position.before.space`) and a message. */
export interface FieldFault {
  readonly path: string
  readonly message: string
  /** The rule that the value breaks (`rules.ts`), or the reason for which it is refused. */
  readonly rule?: string | undefined
  /** The values of the message of the rule. */
  readonly values?: MessageValues | undefined
}

/** The number of errors in the input that a response lists, which limits its size. */
export const maximumFaults = 20

/** Joins errors to one message. An error of the whole body has an empty path. */
export const describeFaults = (faults: readonly FieldFault[]): string =>
  faults.map(({ path, message }) => (path ? `${path}: ${message}` : `the request body ${message}`)).join('; ')

interface ErrorDetails {
  readonly fields?: readonly FieldFault[] | undefined
  /** The cause on which a client can act: see `reasons.ts`. */
  readonly reason?: string | undefined
  /** The values of the message of the reason. */
  readonly values?: MessageValues | undefined
  /** The number of seconds after which the request may be sent again. */
  readonly retryAfter?: number | undefined
}

/**
 * An error that is returned to the client. It has a code and no status: an HTTP status in the extensions of a GraphQL
 * error would change the status of the whole `/graphql` response.
 */
export class AppError extends GraphQLError {
  readonly code: ErrorCode
  readonly fields: readonly FieldFault[] | undefined
  readonly reason: string | undefined
  readonly values: MessageValues | undefined

  constructor(
    code: ErrorCode,
    message: string = errorTable[code].message,
    { fields, reason, values, retryAfter }: ErrorDetails = {},
  ) {
    super(message, {
      extensions: {
        code,
        ...(reason && { reason }),
        ...(values && { values }),
        ...(fields && { fields }),
        ...(retryAfter !== undefined && { retryAfter }),
      },
    })
    this.name = 'AppError'
    this.code = code
    this.fields = fields
    this.reason = reason
    this.values = values
  }

  get retryAfter(): number | undefined {
    return this.extensions.retryAfter as number | undefined
  }

  /** Says after how many seconds the request may be sent again. */
  retryIn(seconds: number): this {
    this.extensions.retryAfter = seconds
    return this
  }
}

/** Creates the error for missing and hidden resources alike: always the same, so that clients cannot tell them apart. */
export const notFound = () => new AppError('NOT_FOUND')

/** Returns what was looked for. Throws if there is none. */
export function orNotFound<Found>(found: Found): NonNullable<Found> {
  if (!found) throw notFound()
  return found
}

/** Creates a BAD_USER_INPUT error for a malformed member at `path`, with a message that no person in a browser meets. */
export const invalidInput = (path: string, message: string) => inputFault({ path, message })

/** Throws BAD_USER_INPUT with all of the faults, unless there are none. */
export function assertNoFaults(fields: readonly FieldFault[]): void {
  if (fields.length > 0) throw new AppError('BAD_USER_INPUT', describeFaults(fields), { fields })
}

/** Creates a BAD_USER_INPUT error for input that has none of several members, each of which has the message. */
export const missingInput = (members: readonly string[], message: string) =>
  new AppError('BAD_USER_INPUT', message, { fields: members.map((path) => ({ path, message })) })

/** Creates a BAD_USER_INPUT error that says of the member at `path` what another error says. */
export const faultAt = (path: string, { message, fields, reason, values }: AppError): AppError =>
  inputFault({ message, rule: reason, values, ...fields?.[0], path }, { reason, values })

/** Creates a BAD_USER_INPUT error for what is wrong with one member. */
export const inputFault = (fault: FieldFault, details: Omit<ErrorDetails, 'fields'> = {}): AppError =>
  new AppError('BAD_USER_INPUT', `${fault.path}: ${fault.message}`, { ...details, fields: [fault] })
