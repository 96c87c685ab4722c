import type { CustomFieldType } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'

/** Returns a value as people read it; undefined if there is none. */
export function shownValue(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined
  if (typeof value === 'boolean') return text(value ? 'fields.yes' : 'fields.no')
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : undefined
  return String(value)
}

/** The separator of the items of a list in a form. Options may have commas, tags that are typed have not. */
const separators: Readonly<Partial<Record<CustomFieldType, string>>> = { SELECT_MULTI: '\n', TAGS: ', ' }

/** Returns a value as a field of a form has it. */
export function typedValue(type: CustomFieldType, value: unknown): string {
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.join(separators[type]) : String(value)
}

/** Returns what was typed as a value of a type. Null for an empty field, which removes the value. */
export function sentValue(type: CustomFieldType, typed: string): string | number | boolean | string[] | null {
  const trimmed = typed.trim()
  if (trimmed === '') return null
  if (type === 'NUMBER') return Number(trimmed)
  if (type === 'BOOLEAN') return trimmed === 'true'
  const separator = separators[type]
  if (separator === undefined) return trimmed
  return trimmed
    .split(separator.trim() || separator)
    .map((item) => item.trim())
    .filter((item) => item !== '')
}
