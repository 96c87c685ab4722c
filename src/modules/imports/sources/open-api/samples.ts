import { isMembers, isSmall, listOf, type Members, memberOf, membersOf, textOf } from './json.ts'
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

/**
 * Returns the example of a media type, or one generated from its schema if `canGenerate` is set. Returns
 * undefined if there is none.
 */
export function exampleOf(schemas: Schemas, media: Members, canGenerate: boolean): string | undefined {
  const stated = media.example ?? firstExample(schemas.document, media.examples)
  const sample = stated === undefined && canGenerate ? sampleOf(schemas, media.schema) : stated
  if (sample === undefined) return undefined
  if (!isSmall(sample)) return undefined
  const text = typeof sample === 'string' ? sample : JSON.stringify(sample, null, 2)
  return text === undefined || text === '{}' || text.length > maximumLength ? undefined : text
}

function firstExample(document: Members, examples: unknown): unknown {
  const [first] = Array.isArray(examples) ? examples : Object.values(membersOf(examples))
  return isMembers(first) ? memberOf(resolve(document, first).value, 'value') : first
}

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
  const stated =
    value.example ?? listOf(value.examples)[0] ?? value.default ?? value.const ?? listOf(value.enum)[0]
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
