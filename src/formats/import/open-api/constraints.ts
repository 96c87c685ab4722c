import { describedCell } from './cells.ts'
import { codeCell } from './descriptions.ts'
import { exampleFacts, valueFacts } from './examples.ts'
import { asText, type Members, textOf } from './json.ts'

/** The description and examples of a parameter or a header, beside the constraints of its schema. */
export interface Remarks {
  readonly description?: string
  /** The objects that may state examples beside the schema, the first one that does wins. */
  readonly examplesOf?: readonly Members[]
}

/** Formats the description, constraints and examples of a schema as the text of a table cell. */
export function describeConstraints(
  document: Members,
  schema: Members,
  { description = textOf(schema.description), examplesOf = [] }: Remarks = {},
): string {
  const marks = [
    ...(schema.deprecated === true ? ['**Deprecated.**'] : []),
    ...(schema.readOnly === true ? ['Read only.'] : []),
    ...(schema.writeOnly === true ? ['Write only.'] : []),
  ]
  const facts = [
    ...valueFacts(schema),
    ...(schema.default === undefined ? [] : [`Default: ${codeCell(asText(schema.default))}`]),
    ...exampleFacts(document, [...examplesOf, schema]),
    ...boundsOf(schema),
  ]
  return [[...marks, describedCell(description)].filter(Boolean).join(' '), ...facts]
    .filter(Boolean)
    .join('<br>')
}

const bounds = [
  ['minimum', 'At least'],
  ['exclusiveMinimum', 'More than'],
  ['maximum', 'At most'],
  ['exclusiveMaximum', 'Less than'],
  ['minLength', 'Shortest length:'],
  ['maxLength', 'Longest length:'],
  ['minItems', 'Fewest items:'],
  ['maxItems', 'Most items:'],
  ['pattern', 'Pattern:'],
] as const

const boundsOf = (schema: Members): string[] =>
  bounds.flatMap(([name, words]) => {
    const value = schema[name]
    return typeof value === 'number' || typeof value === 'string' ? [`${words} ${codeCell(`${value}`)}`] : []
  })
