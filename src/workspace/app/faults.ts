import type { CombinedError } from 'urql'
import { text } from './texts.ts'

/** A failure, told to the person in front of the screen. */
export interface Fault {
  /** A sentence that says what happened, and mostly what to do. */
  readonly message: string
  /** A code of `docs/api/errors.md`; OFFLINE if the server could not be reached. */
  readonly code: string
  readonly reason: string | undefined
  /** The messages about the input, by the paths of its members. */
  readonly fields: ReadonlyMap<string, string>
}

interface Extensions {
  readonly code?: string
  readonly reason?: string
  readonly fields?: readonly { readonly path: string; readonly message: string }[]
}

/** Reads the first error of an answer. */
export function faultOf({ networkError, graphQLErrors, response }: CombinedError): Fault {
  const [error] = graphQLErrors
  const extensions = (error?.extensions ?? {}) as Extensions
  if (!error) {
    const message = networkError && !response ? text('fault.offline') : text('fault.server')
    return { message, code: 'OFFLINE', reason: undefined, fields: new Map() }
  }
  return {
    message: extensions.fields ? sentence(error.message) : told(error.message, extensions.code),
    code: extensions.code ?? 'INTERNAL_SERVER_ERROR',
    reason: extensions.reason,
    fields: new Map(
      (extensions.fields ?? namedField(error.message)).map(({ path, message }) => [path, sentence(message)]),
    ),
  }
}

/** Returns the message of an error with what to do where somebody has lost what the screen is about. */
export function told(message: string, code: string | undefined): string {
  if (code === 'UNAUTHENTICATED') return text('fault.sessionEnded')
  if (code === 'NOT_FOUND') return text('fault.gone')
  return code === 'FORBIDDEN'
    ? `${sentence(message).replace(/[^.]$/, '$&.')} ${text('fault.noAccess')}`
    : sentence(message)
}

/** A conflict has no list of fields: its message begins with the one that it is about, as in `path: is already used`. */
function namedField(message: string): NonNullable<Extensions['fields']> {
  const [, path, said] = /^([a-z]\w*(?:\.\w+)*): (.+)$/i.exec(message) ?? []
  return path && said ? [{ path, message: said }] : []
}

/** Returns a fault that says at one field what is wrong with the items of its list, such as `emails.1.email`. */
export function gatheredAt(fault: Fault | undefined, field: string): Fault | undefined {
  if (!fault) return fault
  const message = [...fault.fields].find(([path]) => path.startsWith(`${field}.`))?.[1]
  return message === undefined ? fault : { ...fault, message, fields: new Map([[field, message]]) }
}

const sentence = (message: string): string => message.charAt(0).toUpperCase() + message.slice(1)
