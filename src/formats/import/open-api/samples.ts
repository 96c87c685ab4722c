import { statedExamples } from './examples.ts'
import { isSmall, listOf, type Members, membersOf, textOf } from './json.ts'
import { resolve } from './references.ts'
import type { Schemas } from './schemas.ts'

const maximumNodes = 300
const maximumDepth = 6
const maximumLength = 20_000

const sampleByFormat: Record<string, string> = {
  'date-time': '2025-01-01T12:00:00Z',
  date: '2025-01-01',
  time: '12:00:00Z',
  email: 'user@example.com',
  uri: 'https://example.com',
  url: 'https://example.com',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  byte: 'dGV4dA==',
  password: '********',
}

/** Formats an example for a block of code. Returns undefined if it is empty or too large to be read. */
export function exampleText(value: unknown): string | undefined {
  if (value === undefined || !isSmall(value)) return undefined
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return text === undefined || text === '{}' || text.length > maximumLength ? undefined : text
}

export const generatedExample = (schemas: Schemas, schema: unknown): string | undefined =>
  exampleText(sampleOf(schemas, schema))

interface SampleContext extends Schemas {
  readonly ancestors: Set<unknown>
  nodes: number
}

/** Generates a value that matches the schema as far as possible. */
function sampleOf(schemas: Schemas, schema: unknown): unknown {
  return generate({ ...schemas, ancestors: new Set(), nodes: 0 }, schema, 0)
}

function generate(context: SampleContext, schema: unknown, depth: number): unknown {
  context.countStep()
  const { value } = resolve(context.document, schema)
  if (++context.nodes > maximumNodes || depth > maximumDepth || context.ancestors.has(value)) return undefined
  const [example] = statedExamples(context.document, value)
  const stated = example?.value ?? value.default ?? value.const ?? listOf(value.enum)[0]
  if (stated !== undefined) return stated
  context.ancestors.add(value)
  const sample = generateByType(context, value, depth)
  context.ancestors.delete(value)
  return sample
}

function generateByType(context: SampleContext, schema: Members, depth: number): unknown {
  const [choice] = [...listOf(schema.oneOf), ...listOf(schema.anyOf)]
  if (choice !== undefined && schema.properties === undefined) return generate(context, choice, depth)
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type
  if (schema.allOf !== undefined || schema.properties !== undefined || type === 'object')
    return generateObject(context, schema, depth)
  if (schema.items !== undefined || type === 'array') {
    const item = generate(context, schema.items, depth + 1)
    return item === undefined ? [] : [item]
  }
  if (type === 'integer' || type === 'number') return typeof schema.minimum === 'number' ? schema.minimum : 0
  if (type === 'boolean') return true
  return type === 'string' ? (sampleByFormat[textOf(schema.format)] ?? 'string') : undefined
}

function generateObject(context: SampleContext, schema: Members, depth: number): Members {
  const parts = listOf(schema.allOf).map((part) => membersOf(generate(context, part, depth)))
  const own = Object.entries(membersOf(schema.properties)).flatMap(([name, member]) => {
    const sample = generate(context, member, depth + 1)
    return sample === undefined ? [] : [[name, sample] as const]
  })
  return Object.fromEntries([...parts.flatMap((part) => Object.entries(part)), ...own])
}
