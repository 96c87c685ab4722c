import type { StandardSchemaV1 } from '@pothos/plugin-validation'
import { z } from 'zod'
import { AppError, type FieldFault } from '../errors.ts'

/** Limits of one input member, in the words of JSON Schema. Declared once: they are checked for both styles and
 * shown in the OpenAPI document. */
export interface Limits {
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: RegExp
  /** What the pattern asks for, in words. */
  readonly patternHint?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  /** Limits of each item of a list. */
  readonly items?: Limits
  readonly format?: 'uri' | 'email' | 'hostname'
}

/** The options that put limits on an argument or input field: `t.string({ ...limited({ maxLength: 50 }) })`. */
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

function textSchema({ minLength, maxLength, pattern, patternHint, format }: Limits): z.ZodType {
  return z.string().superRefine((text, issues) => {
    // Characters, not UTF-16 units: an emoji is one.
    const length = [...text].length
    const fault = (message: string) => issues.addIssue({ code: 'custom', message })
    if (minLength !== undefined && length < minLength) fault(`must have at least ${minLength} characters`)
    if (maxLength !== undefined && length > maxLength) fault(`must have at most ${maxLength} characters`)
    else if (pattern && !pattern.test(text)) fault(patternHint ?? `must match ${pattern.source}`)
    else if (format && !formats[format].test(text)) fault(formats[format].hint)
  })
}

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

const formats = {
  uri: { test: isWebAddress, hint: 'must be an http or https URL' },
  email: { test: (text: string) => z.email().safeParse(text).success, hint: 'must be an e-mail address' },
  hostname: {
    test: (text: string) => /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i.test(text),
    hint: 'must be a host name',
  },
}

/** Turns what the validation plugin found into the error both styles know. The `input` argument is not named:
 * its members are what a REST client knows as the members of the body. */
export function inputFault(failure: StandardSchemaV1.FailureResult): AppError {
  const fields: FieldFault[] = failure.issues.map((issue) => {
    const segments = (issue.path ?? []).map((part) => (typeof part === 'object' ? part.key : part))
    const path = segments[0] === 'input' ? segments.slice(1) : segments
    return { path: path.join('.'), message: issue.message }
  })
  return new AppError('BAD_USER_INPUT', fields.map((f) => `${f.path}: ${f.message}`).join('; '), fields)
}
