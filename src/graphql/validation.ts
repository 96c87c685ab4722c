import type { StandardSchemaV1 } from '@pothos/plugin-validation'
import { z } from 'zod'
import { AppError, type FieldFault } from '../errors.ts'

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

/** Returns the options that limit an argument or input field: `t.string({ ...limited({ maxLength: 50 }) })`. */
export function limited(limits: Limits) {
  return { validate: schemaOf(limits).nullish(), extensions: { limits } }
}

function schemaOf(limits: Limits): z.ZodType {
  if (limits.minItems !== undefined || limits.maxItems !== undefined || limits.items) {
    const items = z.array(limits.items ? schemaOf(limits.items) : z.unknown())
    return items
      .min(limits.minItems ?? 0, `must have at least ${limits.minItems} items`)
      .max(limits.maxItems ?? Number.MAX_SAFE_INTEGER, `must have at most ${limits.maxItems} items`)
  }
  if (limits.minimum !== undefined || limits.maximum !== undefined) {
    const range = `must be a number from ${limits.minimum ?? '-∞'} to ${limits.maximum ?? '∞'}`
    return z
      .number()
      .min(limits.minimum ?? -Infinity, range)
      .max(limits.maximum ?? Infinity, range)
  }
  return textSchema(limits)
}

/** Returns the rule of the pattern as an error message, or undefined if there is no pattern. */
export const patternRule = ({ pattern, patternHint }: Limits): string | undefined =>
  pattern && (patternHint ?? `must match ${pattern.source}`)

function textSchema(limits: Limits): z.ZodType {
  const { minLength, maxLength, pattern, format } = limits
  return z.string().superRefine((text, issues) => {
    const length = codePointsOf(text)
    const fault = (message: string) => issues.addIssue({ code: 'custom', message })
    if (minLength !== undefined && length < minLength) fault(`must have at least ${minLength} characters`)
    if (maxLength !== undefined && length > maxLength) fault(`must have at most ${maxLength} characters`)
    else if (pattern && !pattern.test(text)) fault(patternRule(limits) as string)
    else if (format && !formats[format].test(text)) fault(formats[format].hint)
  })
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

/**
 * Converts a failure of the validation plugin to a BAD_USER_INPUT error. Paths omit the `input` argument, whose members
 * are the members of the body in REST.
 */
export function inputErrorOfValidation(failure: StandardSchemaV1.FailureResult): AppError {
  const fields: FieldFault[] = failure.issues.map((issue) => {
    const segments = (issue.path ?? []).map((part) => (typeof part === 'object' ? part.key : part))
    const path = segments[0] === 'input' ? segments.slice(1) : segments
    return { path: path.join('.'), message: issue.message }
  })
  return new AppError('BAD_USER_INPUT', fields.map((f) => `${f.path}: ${f.message}`).join('; '), { fields })
}
