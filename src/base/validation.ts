import { z } from 'zod'
import type { FieldFault } from './errors.ts'

/**
 * Limits of an argument or input field, with the keywords of JSON Schema. They are enforced in GraphQL and REST, and
 * appear in descriptions and in the OpenAPI document.
 */
export interface Limits {
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: RegExp
  /** The rule of the pattern as an error message, for example "must not contain slashes". */
  readonly patternHint?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  /** Limits of each item of the list. */
  readonly items?: Limits
  readonly format?: 'uri' | 'email' | 'hostname'
}

/** The characters that end a line, as a class of regular expressions. */
const lineBreaks = String.raw`\n\v\f\r\u0085\u2028\u2029`

/** Limits of titles and names, which mails, menus and lists show on one line. */
export const singleLine = {
  pattern: new RegExp(`^[^${lineBreaks}]*$`),
  patternHint: 'must not contain line breaks',
} as const satisfies Limits

const breaks = new RegExp(`[${lineBreaks}]+`, 'g')

/** Puts a title on one line that comes from elsewhere, such as an import, which must not fail for it. */
export const onOneLine = (text: string): string => text.replace(breaks, ' ')

/**
 * Returns the options that limit an argument or input field: `t.string({ ...limited({ maxLength: 50 }) })`. The sizes of
 * pages state their limits without it: lists check them, because a plugin would keep lists from being compiled.
 */
export const limited = (limits: Limits) => ({ extensions: { limits, isChecked: true } })

type Path = readonly (string | number)[]

/** Returns what is wrong with a value at a path by its limits. The items of a list that is too long are not looked at. */
export function faultsOf(limits: Limits, value: unknown, path: Path): FieldFault[] {
  const faultsAt = (messages: readonly string[]) =>
    messages.map((message) => ({ path: path.join('.'), message }))
  if (typeof value === 'string') return faultsAt(faultsOfText(limits, value))
  if (typeof value === 'number') return faultsAt(faultsOfNumber(limits, value))
  if (!Array.isArray(value)) return []
  const faults = faultsAt(faultsOfLength(limits, value.length))
  const { items } = limits
  if (faults.length > 0 || !items) return faults
  return value.flatMap((item, index) => faultsOf(items, item, [...path, index]))
}

function faultsOfLength({ minItems = 0, maxItems = Infinity }: Limits, length: number): string[] {
  if (length < minItems) return [`must have at least ${minItems} items`]
  return length > maxItems ? [`must have at most ${maxItems} items`] : []
}

function faultsOfNumber({ minimum = -Infinity, maximum = Infinity }: Limits, value: number): string[] {
  if (value >= minimum && value <= maximum) return []
  return [`must be a number from ${withSign(minimum)} to ${withSign(maximum)}`]
}

const withSign = (value: number): string => String(value).replace('Infinity', '∞')

/** Returns the rule of the pattern as an error message, or undefined if there is no pattern. */
export const patternRule = ({ pattern, patternHint }: Limits): string | undefined =>
  pattern && (patternHint ?? `must match ${pattern.source}`)

function faultsOfText(limits: Limits, text: string): string[] {
  const { minLength = 0, maxLength = Infinity, pattern, format } = limits
  const length = codePointsOf(text)
  const faults = length < minLength ? [`must have at least ${minLength} characters`] : []
  if (length > maxLength) faults.push(`must have at most ${maxLength} characters`)
  else if (pattern && !pattern.test(text)) faults.push(patternRule(limits) as string)
  else if (format && !formats[format].test(text)) faults.push(formats[format].hint)
  return faults
}

/** Counts code points, not UTF-16 code units: most emoji count as one character. */
const codePointsOf = (text: string): number =>
  text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0)

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

const formats = {
  uri: { test: isWebAddress, hint: 'must be an http or https URL' },
  email: { test: (text: string) => z.email().safeParse(text).success, hint: 'must be an email address' },
  hostname: {
    test: (text: string) => /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i.test(text),
    hint: 'must be a host name',
  },
}
