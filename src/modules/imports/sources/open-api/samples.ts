import { isMembers, isSmall, listOf, type Members, memberOf, membersOf, textOf } from './json.ts'
import { resolve } from './references.ts'
import type { Schemas } from './schemas.ts'

const maximumNodes = 300
const maximumDepth = 6
const maximumLength = 20_000

const ofFormat: Record<string, string> = {
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
export function exampleOf(schemas: Schemas, media: Members, mayMake: boolean): string | undefined {
  const stated = media.example ?? firstExample(schemas.document, media.examples)
  const made = stated === undefined && mayMake ? sampleOf(schemas, media.schema) : stated
  if (made === undefined) return undefined
  if (!isSmall(made)) return undefined
  const text = typeof made === 'string' ? made : JSON.stringify(made, null, 2)
  return text === undefined || text === '{}' || text.length > maximumLength ? undefined : text
}

function firstExample(document: Members, examples: unknown): unknown {
  const [first] = Array.isArray(examples) ? examples : Object.values(membersOf(examples))
  return isMembers(first) ? memberOf(resolve(document, first).value, 'value') : first
}

interface Making extends Schemas {
  readonly open: Set<unknown>
  nodes: number
}

/** Generates a value that matches the schema as far as possible. */
function sampleOf(schemas: Schemas, schema: unknown): unknown {
  return make({ ...schemas, open: new Set(), nodes: 0 }, schema, 0)
}

function make(making: Making, schema: unknown, depth: number): unknown {
  making.spend()
  const { value } = resolve(making.document, schema)
  if (++making.nodes > maximumNodes || depth > maximumDepth || making.open.has(value)) return undefined
  const stated =
    value.example ?? listOf(value.examples)[0] ?? value.default ?? value.const ?? listOf(value.enum)[0]
  if (stated !== undefined) return stated
  making.open.add(value)
  const made = makeUnstated(making, value, depth)
  making.open.delete(value)
  return made
}

function makeUnstated(making: Making, schema: Members, depth: number): unknown {
  const [choice] = [...listOf(schema.oneOf), ...listOf(schema.anyOf)]
  if (choice !== undefined && schema.properties === undefined) return make(making, choice, depth)
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type
  if (schema.allOf !== undefined || schema.properties !== undefined || type === 'object')
    return makeObject(making, schema, depth)
  if (schema.items !== undefined || type === 'array') {
    const item = make(making, schema.items, depth + 1)
    return item === undefined ? [] : [item]
  }
  if (type === 'integer' || type === 'number') return typeof schema.minimum === 'number' ? schema.minimum : 0
  if (type === 'boolean') return true
  return type === 'string' ? (ofFormat[textOf(schema.format)] ?? 'string') : undefined
}

function makeObject(making: Making, schema: Members, depth: number): Members {
  const parts = listOf(schema.allOf).map((part) => membersOf(make(making, part, depth)))
  const own = Object.entries(membersOf(schema.properties)).flatMap(([name, member]) => {
    const made = make(making, member, depth + 1)
    return made === undefined ? [] : [[name, made] as const]
  })
  return Object.fromEntries([...parts.flatMap((part) => Object.entries(part)), ...own])
}
