import { escapeMarkdown, tableCell } from '../conversion/markdown-syntax.ts'
import { codeCell } from './descriptions.ts'
import { asText, isMembers, listOf, type Members, memberOf, membersOf, textOf } from './json.ts'
import { resolve } from './references.ts'

/** An example that the author of a document states. */
export interface StatedExample {
  /** The name or summary of the example, or empty. */
  readonly label: string
  readonly value: unknown
}

/** Maximum examples of one parameter, member or body that are written. */
const maximumExamples = 10
/** Maximum characters of an example in a cell of a table. */
const cellLength = 500

/**
 * Returns the examples that a parameter, header, media type or schema states. `examples` holds values in a schema and
 * named objects with a `value` elsewhere; both can be references.
 */
export function statedExamples(document: Members, holder: Members): StatedExample[] {
  const single = [holder.example, holder['x-example']].find((value) => value !== undefined)
  if (single !== undefined) return [{ label: '', value: followed(document, single) }]
  const examples = isMembers(holder.examples) ? resolve(document, holder.examples).value : holder.examples
  const stated = Array.isArray(examples)
    ? examples.slice(0, maximumExamples).map((value) => ({ label: '', value: followed(document, value) }))
    : Object.entries(membersOf(examples))
        .slice(0, maximumExamples)
        .map(([name, node]) => namedExample(document, name, node))
  return stated.filter(({ value }) => value !== undefined)
}

function namedExample(document: Members, name: string, node: unknown): StatedExample {
  // Many documents state the value itself where an object with a value belongs.
  if (!isMembers(node)) return { label: name, value: node }
  const { value } = resolve(document, node)
  const members = ['dataValue', 'value', 'serializedValue', 'externalValue']
  const member = members.find((one) => Object.hasOwn(value, one))
  return { label: textOf(value.summary).trim() || name, value: member && memberOf(value, member) }
}

/** Follows a value that is a reference and nothing else. The target may be an object with a value. */
function followed(document: Members, stated: unknown): unknown {
  if (!isMembers(stated) || typeof stated.$ref !== 'string' || Object.keys(stated).length > 1) return stated
  const { value, unresolved } = resolve(document, stated)
  if (unresolved !== undefined) return undefined
  return Object.hasOwn(value, 'value') ? value.value : value
}

/** Formats the examples of the first holder that states any, for a cell of a table. */
export function exampleFacts(document: Members, holders: readonly Members[]): string[] {
  for (const holder of holders) {
    const stated = statedExamples(document, holder)
    if (stated.length === 0) continue
    const isNamed = stated.length > 1
    const shown = stated.map(({ label, value }) => {
      const text = codeCell(asText(value, cellLength))
      return isNamed && label ? `${text} (${tableCell(escapeMarkdown(label))})` : text
    })
    return [`${isNamed ? 'Examples' : 'Example'}: ${shown.join(', ')}`]
  }
  return []
}

/** Formats the values that a schema allows, with their descriptions if it has any. */
export function valueFacts(schema: Members): string[] {
  const values = allowedValues(schema)
  if (values.length === 0) return []
  const shown = values.slice(0, maximumValues)
  const more = values.length > shown.length ? [`and ${values.length - shown.length} more`] : []
  if (shown.every(({ description }) => description === ''))
    return [`One of: ${[...shown.map(({ value }) => codeOf(value)), ...more].join(', ')}`]
  const lines = shown.map(({ value, description }) =>
    [codeOf(value), tableCell(description)].filter((part) => part !== '').join(': '),
  )
  return ['One of:', ...[...lines, ...more].map((line) => `• ${line}`)]
}

const maximumValues = 30

const codeOf = (value: unknown) => codeCell(asText(value))

interface AllowedValue {
  readonly value: unknown
  readonly description: string
}

/** Returns the values of a schema or, for a list, of its items. */
const allowedValues = (schema: Members): AllowedValue[] => {
  const own = ownValues(schema)
  return own.length > 0 ? own : ownValues(membersOf(schema.items))
}

/** Returns the values of a schema. Choices that are constants are values as well. */
function ownValues(schema: Members): AllowedValue[] {
  const own = 'const' in schema ? [schema.const] : listOf(schema.enum)
  if (own.length > 0) {
    const described = schema['x-enumDescriptions'] ?? schema['x-enum-descriptions']
    return own.map((value, index) => ({ value, description: descriptionOf(described, value, index) }))
  }
  const choices = [...listOf(schema.oneOf), ...listOf(schema.anyOf)].map(membersOf)
  const constants = choices.filter((choice) => 'const' in choice)
  if (constants.length > 0 && constants.length === choices.length)
    return constants.map((choice) => ({
      value: choice.const,
      description: textOf(choice.description) || textOf(choice.title),
    }))
  return []
}

/** Returns the description of a value: by the value itself, or by its position. */
const descriptionOf = (described: unknown, value: unknown, index: number): string =>
  textOf(Array.isArray(described) ? described[index] : memberOf(described, textOf(value)))
    .replace(/\s+/g, ' ')
    .trim()
