import { invalidInput } from '../../base/errors.ts'
import { brokenRule } from '../../base/rules.ts'
import type { CustomField } from '../../generated/prisma/client.ts'
import type { CustomFieldType } from '../../generated/prisma/enums.ts'
import { valueLimits } from './limits.ts'

/** A stored value. Never null. */
export type CustomFieldValue = string | number | boolean | string[]

/** The part of a field that determines its valid values. */
type Kind = Pick<CustomField, 'type' | 'options'>

const takesOptions: Readonly<Record<CustomFieldType, 'required' | 'optional' | 'never'>> = {
  TEXT: 'never',
  NUMBER: 'never',
  BOOLEAN: 'never',
  TAGS: 'optional',
  SELECT_MULTI: 'required',
  SELECT_SINGLE: 'required',
}

/** Validates the options of a field. Throws BAD_USER_INPUT if the type requires or forbids them, or for duplicates. */
export function readOptions(type: CustomFieldType, options: readonly string[] | null | undefined): string[] {
  const rule = takesOptions[type]
  if (options == null) {
    if (rule === 'required') throw invalidInput('options', 'is required for fields of this type')
    return []
  }
  if (rule === 'never') throw invalidInput('options', 'is not allowed for fields of this type')
  if (new Set(options).size < options.length) throw brokenRule('options', 'DUPLICATES')
  return [...options]
}

/** Validates a value of a field. Errors refer to `path` in the request. */
export function readValue(field: Kind, value: unknown, path: string): CustomFieldValue {
  switch (field.type) {
    case 'NUMBER':
      if (typeof value === 'number' && Number.isFinite(value)) return value
      throw brokenRule(path, 'NOT_NUMBER')
    case 'BOOLEAN':
      if (typeof value === 'boolean') return value
      throw brokenRule(path, 'NOT_TRUE_OR_FALSE')
    case 'TEXT':
      return readText(value, path)
    case 'SELECT_SINGLE':
      return readOption(field, value, path)
    case 'TAGS':
      return readItems(value, path, readText)
    case 'SELECT_MULTI':
      return readItems(value, path, (item, itemPath) => readOption(field, item, itemPath))
  }
}

function readText(value: unknown, path: string): string {
  if (typeof value !== 'string') throw brokenRule(path, 'NOT_TEXT')
  if ([...value].length > valueLimits.text) throw brokenRule(path, 'TOO_LONG', { maximum: valueLimits.text })
  return value
}

function readOption({ options }: Kind, value: unknown, path: string): string {
  if (typeof value === 'string' && options.includes(value)) return value
  throw brokenRule(path, 'NOT_AN_OPTION')
}

function readItems(
  value: unknown,
  path: string,
  readItem: (item: unknown, path: string) => string,
): string[] {
  if (!Array.isArray(value)) throw invalidInput(path, 'must be an array')
  if (value.length > valueLimits.items)
    throw brokenRule(path, 'TOO_MANY_ITEMS', { maximum: valueLimits.items })
  const items = value.map((item, index) => readItem(item, `${path}.${index}`))
  if (new Set(items).size < items.length) throw brokenRule(path, 'DUPLICATES')
  return items
}
