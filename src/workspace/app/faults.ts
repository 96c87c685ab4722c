import type { CombinedError } from 'urql'
import { type RefusalValues, refusalOf } from './refusals.ts'
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

interface FieldFault {
  readonly path: string
  readonly message: string
  readonly rule?: string | undefined
  readonly values?: RefusalValues | undefined
}

/** An error as the server sends it. */
export interface SentError {
  readonly message: string
  readonly extensions?:
    | {
        readonly code?: string
        readonly reason?: string
        readonly values?: RefusalValues
        readonly fields?: readonly FieldFault[]
      }
    | undefined
}

/** Reads the first error of an answer. */
export function faultOf({ networkError, graphQLErrors, response }: CombinedError): Fault {
  const [error] = graphQLErrors
  if (error) return faultOfError(error as SentError)
  const message = networkError && !response ? text('fault.offline') : text('fault.server')
  return { message, code: 'OFFLINE', reason: undefined, fields: new Map() }
}

/** Reads an error of an answer, once `loadRefusals` is done. */
export function faultOfError(error: SentError): Fault {
  const { code = 'INTERNAL_SERVER_ERROR', reason, fields } = error.extensions ?? {}
  return {
    message: fields ? toldOfFields(error, fields) : told(error),
    code,
    reason,
    fields: new Map((fields ?? namedField(error)).map((fault) => [fault.path, toldOfField(fault)])),
  }
}

/** Returns the message of an error with what to do where somebody has lost what the screen is about. */
export function told({ message, extensions: { code, reason, values } = {} }: SentError): string {
  if (code === 'UNAUTHENTICATED') return text('fault.sessionEnded')
  if (code === 'NOT_FOUND') return text('fault.gone')
  if (code === 'INTERNAL_SERVER_ERROR') return text('fault.server')
  const said = refusalOf(reason, values) ?? sentence(message)
  return code === 'FORBIDDEN' ? `${said.replace(/[^.。]$/, '$&.')} ${text('fault.noAccess')}` : said
}

const toldOfField = ({ message, rule, values }: FieldFault): string =>
  refusalOf(rule, values) ?? sentence(message)

/** The message of the server names the fields as programs do, so that it is told only if there is nothing better. */
function toldOfFields({ message }: SentError, fields: readonly FieldFault[]): string {
  const known = fields.flatMap(({ rule, values }) => refusalOf(rule, values) ?? [])
  return known.length === fields.length ? known.join(' ') : sentence(message)
}

/** A conflict has no list of fields: its message begins with the one that it is about, as in `path: is already used`. */
function namedField({ message, extensions }: SentError): readonly FieldFault[] {
  const [, path, said] = /^([a-z]\w*(?:\.\w+)*): (.+)$/i.exec(message) ?? []
  return path && said ? [{ path, message: said, rule: extensions?.reason, values: extensions?.values }] : []
}

/** Returns a fault that says at one field what is wrong with the items of its list, such as `emails.1.email`. */
export function gatheredAt(fault: Fault | undefined, field: string): Fault | undefined {
  if (!fault) return fault
  const message = [...fault.fields].find(([path]) => path.startsWith(`${field}.`))?.[1]
  return message === undefined ? fault : { ...fault, message, fields: new Map([[field, message]]) }
}

const sentence = (message: string): string => message.charAt(0).toUpperCase() + message.slice(1)
