import { AppError, type ErrorCode, type FieldFault, inputFault } from './errors.ts'
import { publishRefusal } from './load-events.ts'
import { filled, type MessageValues, type ValuesOf } from './templates.ts'

/**
 * A cause of errors on which a client can act. Its name never changes, once it was released. Resources that are not found have
 * none: a reason would tell hidden from missing ones.
 */
export interface ReasonRow {
  readonly code: ErrorCode
  /** The message. `{name}` stands for a value that the thrower passes. */
  readonly message: string
  /** The action that a client can take, in one sentence. */
  readonly remedy: string
  /** The number of seconds after which it makes sense to send the request again: `Retry-After` in HTTP. */
  readonly retryAfter?: number
}

/** The reasons that a folder or a module throws, by name. */
export type ReasonTable = Readonly<Record<string, ReasonRow>>

type NameIn<Table extends ReasonTable, Code extends ErrorCode> = {
  [Name in keyof Table]: Table[Name]['code'] extends Code ? Name : never
}[keyof Table] &
  string

const declared = new Map<string, ReasonRow>()

function declare(table: ReasonTable): void {
  for (const [name, row] of Object.entries(table)) {
    if (declared.has(name)) throw new Error(`The reason ${name} is declared twice`)
    declared.set(name, row)
  }
}

/** Returns what a client can do about a cause of errors. */
export const remedyOf = (reason: string): string | undefined => declared.get(reason)?.remedy

/** Returns the seconds after which to repeat what failed with a reason, for errors that were kept as data. */
export const retryAfterOf = (reason: string): number | undefined => declared.get(reason)?.retryAfter

/**
 * Declares the reasons of a table, and returns the functions that create their errors: for each code one that takes a reason of
 * that code, with the values of its message.
 */
export function errorsOf<Table extends ReasonTable>(table: Table) {
  declare(table)

  const reasonMessage = <Name extends keyof Table & string>(
    reason: Name,
    ...[values]: ValuesOf<Table[Name]['message']>
  ): string => filled((table[reason] as ReasonRow).message, values)

  const detailsOf = (reason: keyof Table & string, values: MessageValues | undefined) => ({
    reason,
    values,
    retryAfter: table[reason]?.retryAfter,
  })

  const errorsWith =
    <Code extends ErrorCode>(code: Code) =>
    <Name extends NameIn<Table, Code>>(reason: Name, ...values: ValuesOf<Table[Name]['message']>) =>
      new AppError(code, reasonMessage(reason, ...values), detailsOf(reason, values[0]))

  /** Returns what is wrong with the member at `path`, which contradicts what exists. */
  const faultFor = <Name extends NameIn<Table, 'BAD_USER_INPUT'>>(
    path: string,
    reason: Name,
    ...values: ValuesOf<Table[Name]['message']>
  ): FieldFault => ({
    path,
    message: reasonMessage(reason, ...values),
    rule: reason,
    ...(values[0] && { values: values[0] }),
  })

  /** Creates the function that creates errors with a code like `errorsWith`, each of which is published as a refusal. */
  const refusalsWith = <Code extends 'RATE_LIMITED' | 'SERVICE_UNAVAILABLE'>(code: Code) => {
    const create = errorsWith(code)
    return <Name extends NameIn<Table, Code>>(reason: Name, ...values: ValuesOf<Table[Name]['message']>) => {
      publishRefusal({ reason })
      return create(reason, ...values)
    }
  }

  return {
    reasonMessage,
    badRequest: errorsWith('BAD_USER_INPUT'),
    faultFor,
    /** Creates a BAD_USER_INPUT error for the member at `path`, which contradicts what exists. */
    refusedInput: <Name extends NameIn<Table, 'BAD_USER_INPUT'>>(
      path: string,
      reason: Name,
      ...values: ValuesOf<Table[Name]['message']>
    ) => inputFault(faultFor(path, reason, ...values), detailsOf(reason, values[0])),
    unauthenticated: errorsWith('UNAUTHENTICATED'),
    forbidden: errorsWith('FORBIDDEN'),
    conflict: errorsWith('CONFLICT'),
    preconditionFailed: errorsWith('PRECONDITION_FAILED'),
    payloadTooLarge: errorsWith('PAYLOAD_TOO_LARGE'),
    notAcceptable: errorsWith('NOT_ACCEPTABLE'),
    unsupportedMediaType: errorsWith('UNSUPPORTED_MEDIA_TYPE'),
    unprocessable: errorsWith('UNPROCESSABLE'),
    rateLimited: refusalsWith('RATE_LIMITED'),
    serviceUnavailable: refusalsWith('SERVICE_UNAVAILABLE'),
  }
}
