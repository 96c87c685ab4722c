// The file of the class: commands and threads need nothing else of the package, which is one of the largest.
import { GraphQLError } from 'graphql/error/GraphQLError.js'
import { type ReasonRow, reasonTable } from './error-reasons.ts'
import { publishRefusal } from './load-events.ts'

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

/** A cause of an error on which a client can act: `error.reason` in REST and `extensions.reason` in GraphQL. */
export type Reason = keyof typeof reasonTable

/** The reasons of errors with one of these codes. */
export type ReasonOf<Code extends ErrorCode> = {
  [Name in Reason]: (typeof reasonTable)[Name]['code'] extends Code ? Name : never
}[Reason]

type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

type PlaceholdersOf<Name extends Reason> = Placeholders<(typeof reasonTable)[Name]['message']>

/** The values of the message of a reason, if it has placeholders. */
type MessageValues<Name extends Reason> = [PlaceholdersOf<Name>] extends [never]
  ? []
  : [values: Readonly<Record<PlaceholdersOf<Name>, string | number>>]

/** An error in the input: the path of the member (`title`, `position.before.space`) and a message. */
export interface FieldFault {
  path: string
  message: string
}

/** The number of errors in the input that a response lists, which limits its size. */
export const maximumFaults = 20

/** Joins errors to one message. An error of the whole body has an empty path. */
export const describeFaults = (faults: readonly FieldFault[]): string =>
  faults.map(({ path, message }) => (path ? `${path}: ${message}` : `the request body ${message}`)).join('; ')

interface ErrorDetails {
  readonly fields?: readonly FieldFault[]
  readonly reason?: Reason
}

/**
 * An error that is returned to the client. It has a code and no status: an HTTP status in the extensions of a GraphQL
 * error would change the status of the whole `/graphql` response.
 */
export class AppError extends GraphQLError {
  readonly code: ErrorCode
  readonly fields: readonly FieldFault[] | undefined
  readonly reason: Reason | undefined

  constructor(
    code: ErrorCode,
    message: string = errorTable[code].message,
    { fields, reason }: ErrorDetails = {},
  ) {
    const retryAfter = retryAfterOf(reason)
    super(message, {
      extensions: {
        code,
        ...(reason && { reason }),
        ...(fields && { fields }),
        ...(retryAfter !== undefined && { retryAfter }),
      },
    })
    this.name = 'AppError'
    this.code = code
    this.fields = fields
    this.reason = reason
  }

  /** Says after how many seconds the request may be sent again. */
  retryIn(seconds: number): this {
    this.extensions.retryAfter = seconds
    return this
  }
}

const retryAfterOf = (reason: Reason | undefined): number | undefined => {
  const row: ReasonRow | undefined = reason && reasonTable[reason]
  return row?.retryAfter
}

/** Returns the message of a reason with its values. */
export function reasonMessage<Name extends Reason>(reason: Name, ...[values]: MessageValues<Name>): string {
  const given: Readonly<Record<string, string | number>> = values ?? {}
  return reasonTable[reason].message.replace(/\{(\w+)\}/g, (_all, name: string) => `${given[name]}`)
}

/** Creates the function that creates errors with a code: for a reason of that code, with the values of its message. */
const errorsWith =
  <Code extends ErrorCode>(code: Code) =>
  <Name extends ReasonOf<Code>>(reason: Name, ...values: MessageValues<Name>) =>
    new AppError(code, reasonMessage(reason, ...values), { reason })

/** Creates the function that creates errors with a code like `errorsWith`, each of which is published as a refusal. */
const refusalsWith = <Code extends 'RATE_LIMITED' | 'SERVICE_UNAVAILABLE'>(code: Code) => {
  const create = errorsWith(code)
  return <Name extends ReasonOf<Code>>(reason: Name, ...values: MessageValues<Name>) => {
    publishRefusal({ reason })
    return create(reason, ...values)
  }
}

export const badRequest = errorsWith('BAD_USER_INPUT')
export const unauthenticated = errorsWith('UNAUTHENTICATED')
export const forbidden = errorsWith('FORBIDDEN')
export const conflict = errorsWith('CONFLICT')
export const preconditionFailed = errorsWith('PRECONDITION_FAILED')
export const payloadTooLarge = errorsWith('PAYLOAD_TOO_LARGE')
export const notAcceptable = errorsWith('NOT_ACCEPTABLE')
export const unsupportedMediaType = errorsWith('UNSUPPORTED_MEDIA_TYPE')
export const unprocessable = errorsWith('UNPROCESSABLE')
export const rateLimited = refusalsWith('RATE_LIMITED')
export const serviceUnavailable = refusalsWith('SERVICE_UNAVAILABLE')

/** Creates the error for missing and hidden resources alike: always the same, so that clients cannot tell them apart. */
export const notFound = () => new AppError('NOT_FOUND')

/** Creates a BAD_USER_INPUT error for a malformed member at `path`. */
export const invalidInput = (path: string, message: string) => inputFault(path, message)

/** Creates a BAD_USER_INPUT error for the member at `path`, which contradicts what exists. */
export const refusedInput = <Name extends ReasonOf<'BAD_USER_INPUT'>>(
  path: string,
  reason: Name,
  ...values: MessageValues<Name>
) => inputFault(path, reasonMessage(reason, ...values), reason)

/** Creates a BAD_USER_INPUT error for input that has none of several members, each of which has the message. */
export const missingInput = (members: readonly string[], message: string) =>
  new AppError('BAD_USER_INPUT', message, { fields: members.map((path) => ({ path, message })) })

/** Creates a BAD_USER_INPUT error for the member at `path` with a message that is already complete. */
export function inputFault(path: string, message: string, reason?: Reason): AppError {
  return new AppError('BAD_USER_INPUT', `${path}: ${message}`, { fields: [{ path, message }], reason })
}
