import { z } from 'zod'
import { isPlainHttp } from './plain-http.ts'

export const wholeNumber = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${minimum} to ${maximum}`)
    .transform(Number)
    .refine(
      (value) => value >= minimum && value <= maximum,
      `must be a whole number from ${minimum} to ${maximum}`,
    )

export const httpAddress = z
  .string()
  .refine(
    isPlainHttp,
    'must be an http or https URL without user, query and fragment, for example https://docs.example.com',
  )
  .transform((text) => text.replace(/\/+$/, ''))

/** A token that a header can have. */
export const printableToken = z
  .string()
  .regex(/^[\x21-\x7e]{16,200}$/, 'must have 16 to 200 printable characters and no spaces')

export const entriesOf = (text: string): string[] => text.split(/[\s,]+/).filter((entry) => entry !== '')

/** Any number of entries, separated by commas or spaces. */
export const entryList = z.string().default('').transform(entriesOf)
