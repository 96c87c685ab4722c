import { invalidInput } from '../../errors.ts'
import type { CustomField } from '../../generated/prisma/client.ts'
import type { CustomFieldType } from '../../generated/prisma/enums.ts'
import { valueLimits } from './limits.ts'

/** A value as it is kept: never null. */
export type CustomFieldValue = string | number | boolean | string[]

/** What a value is checked against. */
type Kind = Pick<CustomField, 'type' | 'options'>

const takesOptions: Readonly<Record<CustomFieldType, 'required' | 'optional' | 'never'>> = {
  TEXT: 'never',
  NUMBER: 'never',
  BOOLEAN: 'never',
  TAGS: 'optional',
  SELECT_MULTI: 'required',
  SELECT_SINGLE: 'required',
}

/** The options of a field of this type; a fault where they are missing, do not belong there, or repeat. */
export function readOptions(type: CustomFieldType, options: readonly string[] | null | undefined): string[] {
  const rule = takesOptions[type]
  if (options == null) {
    if (rule === 'required') throw invalidInput('options', 'is required for fields of this type')
    return []
  }
  if (rule === 'never') throw invalidInput('options', 'does not go with fields of this type')
  if (new Set(options).size < options.length) throw invalidInput('options', 'must not repeat')
  return [...options]
}

/** Checks a value against its field; `path` is where it stands in the request. */
export function readValue(field: Kind, value: unknown, path: string): CustomFieldValue {
  switch (field.type) {
    case 'NUMBER':
      if (typeof value === 'number' && Number.isFinite(value)) return value
      throw invalidInput(path, 'must be a number')
    case 'BOOLEAN':
      if (typeof value === 'boolean') return value
      throw invalidInput(path, 'must be true or false')
    case 'TEXT':
      return readText(value, path)
    case 'SELECT_SINGLE':
      return readOption(field, value, path)
    case 'TAGS':
      return readItems(value, path, readText)
    case 'SELECT_MULTI':
      return readItems(value, path, (item, place) => readOption(field, item, place))
  }
}

function readText(value: unknown, path: string): string {
  if (typeof value !== 'string') throw invalidInput(path, 'must be a string')
  if ([...value].length > valueLimits.text)
    throw invalidInput(path, `must have at most ${valueLimits.text} characters`)
  return value
}

function readOption({ options }: Kind, value: unknown, path: string): string {
  if (typeof value === 'string' && options.includes(value)) return value
  throw invalidInput(path, 'must be one of the options of the field')
}

function readItems(
  value: unknown,
  path: string,
  readItem: (item: unknown, place: string) => string,
): string[] {
  if (!Array.isArray(value)) throw invalidInput(path, 'must be an array')
  if (value.length > valueLimits.items)
    throw invalidInput(path, `must have at most ${valueLimits.items} items`)
  const items = value.map((item, index) => readItem(item, `${path}.${index}`))
  if (new Set(items).size < items.length) throw invalidInput(path, 'must not repeat')
  return items
}
