import { z } from 'zod'
import type { FieldFault } from './errors.ts'
import { faultBy, type PlainRuleName, rules } from './rules.ts'

/**
 * Limits of an argument or input field, with the keywords of JSON Schema. They are enforced in GraphQL and REST, and
 * appear in descriptions and in the OpenAPI document.
 */
export type Limits = Pattern & {
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  /** Limits of each item of the list. */
  readonly items?: Limits
  readonly format?: 'uri' | 'email' | 'hostname'
}

/** An expression that a text must match, and the rule that tells it in words. */
type Pattern =
  | { readonly pattern?: undefined; readonly patternRule?: undefined }
  | { readonly pattern: RegExp; readonly patternRule: PlainRuleName }

/** The characters that end a line, as a class of regular expressions. */
const lineBreaks = String.raw`\n\v\f\r\u0085\u2028\u2029`

/** Limits of titles and names, which mails, menus and lists show on one line. */
export const singleLine = {
  pattern: new RegExp(`^[^${lineBreaks}]*$`),
  patternRule: 'NOT_ONE_LINE',
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
export function faultsOf(limits: Limits, value: unknown, steps: Path): FieldFault[] {
  const path = steps.join('.')
  if (typeof value === 'string') return faultsOfText(limits, value, path)
  if (typeof value === 'number') return faultsOfNumber(limits, value, path)
  if (!Array.isArray(value)) return []
  const faults = faultsOfLength(limits, value.length, path)
  const { items } = limits
  if (faults.length > 0 || !items) return faults
  return value.flatMap((item, index) => faultsOf(items, item, [...steps, index]))
}

function faultsOfLength({ minItems = 0, maxItems = Infinity }: Limits, length: number, path: string) {
  if (length < minItems) return [faultBy(path, 'TOO_FEW_ITEMS', { minimum: minItems })]
  return length > maxItems ? [faultBy(path, 'TOO_MANY_ITEMS', { maximum: maxItems })] : []
}

function faultsOfNumber({ minimum = -Infinity, maximum = Infinity }: Limits, value: number, path: string) {
  if (value >= minimum && value <= maximum) return []
  return [faultBy(path, 'OUT_OF_RANGE', { minimum: withSign(minimum), maximum: withSign(maximum) })]
}

const withSign = (value: number): string => String(value).replace('Infinity', '∞')

/** Returns the rule of the pattern as an error message, or undefined if there is no pattern. */
export const patternMessage = ({ patternRule }: Limits): string | undefined =>
  patternRule && rules[patternRule]

function faultsOfText(limits: Limits, text: string, path: string): FieldFault[] {
  const { minLength = 0, maxLength = Infinity, format } = limits
  const length = codePointsOf(text)
  const faults = length < minLength ? [faultBy(path, 'TOO_SHORT', { minimum: minLength })] : []
  if (length > maxLength) faults.push(faultBy(path, 'TOO_LONG', { maximum: maxLength }))
  else if (limits.pattern && !limits.pattern.test(text)) faults.push(faultBy(path, limits.patternRule))
  else if (format && !formats[format].test(text)) faults.push(faultBy(path, formats[format].rule))
  return faults
}

/** Counts code points, not UTF-16 code units: most emoji count as one character. */
const codePointsOf = (text: string): number =>
  text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0)

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

const formats = {
  uri: { test: isWebAddress, rule: 'NOT_WEB_ADDRESS' },
  email: { test: (text: string) => z.email().safeParse(text).success, rule: 'NOT_EMAIL' },
  hostname: {
    test: (text: string) => /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i.test(text),
    rule: 'NOT_HOSTNAME',
  },
} as const
