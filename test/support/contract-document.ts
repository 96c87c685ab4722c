import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Difference } from './contract-differences.ts'

// biome-ignore lint/suspicious/noExplicitAny: a part of a document of OpenAPI, of which is read what is needed
export type Part = any

/** Newest first: an operation is taken from the newest contract that has it. */
export const contractVersions = ['0.130.0', '0.91.0'] as const

/** The contract whose members every client gets, and of which the renderer of sites has the client. */
export const laterVersion = '0.202.0'

export type ContractVersion = (typeof contractVersions)[number] | typeof laterVersion

const packages: Readonly<Record<ContractVersion, string>> = {
  '0.130.0': '@gitbook/api',
  '0.91.0': '@gitbook/api-0.91',
  '0.202.0': '@gitbook/api-0.202',
}

const texts = new Map<ContractVersion, string>()

function textOf(version: ContractVersion): string {
  const known = texts.get(version)
  if (known) return known
  const file = createRequire(import.meta.url).resolve(`${packages[version]}/spec/openapi.json`)
  const text = readFileSync(file, 'utf8')
  texts.set(version, text)
  return text
}

/** Returns a published contract changed by what differs, its schemas fit for a validator of JSON Schema. */
export function contractDocument(
  version: ContractVersion,
  differences: readonly Difference[],
  objects: Objects = 'closed',
): Part {
  const document = JSON.parse(textOf(version))
  for (const difference of differences)
    if ((difference.contract ?? '0.130.0') === version) apply(document, difference)
  if (version !== laterVersion) declareLaterMembers(document, JSON.parse(textOf(laterVersion)))
  return validatable(document, objects)
}

/** Declares the members that only the later contract has: every client gets them, and what they are is checked there. */
function declareLaterMembers(document: Part, later: Part): void {
  const declare = (schema: Part, other: Part): void => {
    if (!schema || !other || schema.$ref) return
    const members = propertiesOf(schema)
    for (const [name, member] of Object.entries(propertiesOf(resolved(later, other), later)))
      if (name in members) declare(members[name], member)
      else if (hasMembers(schema)) schema.properties = { ...schema.properties, [name]: {} }
    declare(schema.items, resolved(later, other).items)
  }
  for (const [name, schema] of Object.entries<Part>(document.components.schemas))
    declare(schema, later.components.schemas[name])
  for (const [path, item] of Object.entries<Part>(document.paths))
    for (const [method, { responses }] of Object.entries<Part>(item))
      for (const [status, { content }] of Object.entries<Part>(responses))
        declare(
          content?.['application/json']?.schema,
          later.paths[path]?.[method]?.responses[status]?.content?.['application/json']?.schema,
        )
}

const hasMembers = (schema: Part): boolean =>
  schema.properties !== undefined || combining.some((keyword) => schema[keyword])

/** Returns the schemas of all members that the variants and parts of a schema have, with those that it refers to in `document`. */
function propertiesOf(schema: Part, document?: Part): Record<string, Part> {
  const own = document ? resolved(document, schema) : schema
  const parts = combining.flatMap((keyword) => own?.[keyword] ?? [])
  return Object.assign({}, own?.properties, ...parts.map((part) => propertiesOf(part, document)))
}

/** Returns the part at a pointer such as `#/components/schemas/Space`. */
export function partAt(document: Part, pointer: string): Part {
  const part = pointer
    .split('/')
    .slice(1)
    .reduce((above, segment) => above?.[segment.replaceAll('~1', '/').replaceAll('~0', '~')], document)
  if (part === undefined) throw new Error(`the contract has no ${pointer}`)
  return part
}

/** Returns the part itself, or what it refers to. */
export const resolved = (document: Part, part: Part): Part =>
  part?.$ref ? partAt(document, part.$ref) : part

/** Returns the pointer to the schema that differs. */
export const pointerOf = ({ at }: Difference): string =>
  at.startsWith('/') ? at : `/components/schemas/${at}`

/** Returns the pointer with those of all parts that it refers to, at any depth. */
export function pointersFrom(document: Part, pointer: string): ReadonlySet<string> {
  const found = new Set([pointer])
  // What is added while a set is read is read, too.
  for (const each of found)
    JSON.stringify(partAt(document, each), (key, value) => {
      if (key === '$ref') found.add(value.slice(1))
      return value
    })
  return found
}

function apply(document: Part, difference: Difference): void {
  const { at, member, becomes, reason } = difference
  const schema = partAt(document, pointerOf(difference))
  const wrong = (what: string) => new Error(`${at} ${what}, against the difference that ${reason}`)
  if (!member) {
    for (const name of Object.keys(schema)) delete schema[name]
    Object.assign(schema, becomes)
  } else if (becomes) {
    if (schema.properties[member]) throw wrong(`declares ${member}`)
    schema.properties[member] = becomes
  } else {
    if (!schema.required?.includes(member)) throw wrong(`does not require ${member}`)
    schema.required = schema.required.filter((name: string) => name !== member)
  }
}

/** Keywords whose schemas speak about the same value as the schema that has them. */
const combining = ['allOf', 'oneOf', 'anyOf']

/**
 * The contract leaves its objects open, so that a name of our own in the place of an optional one would pass. Closed, an
 * object has no other members than those that the contract declares, wherever it declares any.
 */
export type Objects = 'closed' | 'open'

/** Makes the schemas fit for a validator of JSON Schema. */
function validatable(document: Part, objects: Objects): Part {
  const close = (schema: Part, whole: boolean): void => {
    if (!schema || typeof schema !== 'object') return
    // The contract requires some members without saying what they are.
    if (schema.properties) for (const name of schema.required ?? []) schema.properties[name] ??= {}
    for (const keyword of combining) for (const branch of schema[keyword] ?? []) close(branch, false)
    for (const member of Object.values(schema.properties ?? {})) close(member, true)
    close(schema.items, true)
    close(schema.additionalProperties, true)
    // The validator wants a type beside this, where the contract only refers to one.
    if (schema.nullable && !schema.type) Object.assign(schema, { anyOf: [moved(schema), { type: 'null' }] })
    if (schema.properties || schema.$ref || combining.some((keyword) => schema[keyword])) {
      if (objects === 'closed' && whole && schema.additionalProperties === undefined)
        schema.unevaluatedProperties = false
    } else if (schema.additionalProperties === undefined) {
      schema.additionalProperties = true
    }
  }
  const contents = (part: Part): Part[] => Object.values<Part>(part?.content ?? {})
  const closeContents = (part: Part) => {
    for (const { schema } of contents(part)) close(schema, true)
  }
  for (const schema of Object.values(document.components.schemas)) close(schema, false)
  for (const response of Object.values(document.components.responses)) closeContents(response)
  for (const item of Object.values<Part>(document.paths))
    for (const operation of Object.values<Part>(item)) {
      closeContents(operation.requestBody)
      for (const response of Object.values(operation.responses ?? {})) closeContents(response)
    }
  return document
}

/** Moves the content of a schema to a new one, which it returns. */
function moved(schema: Part): Part {
  const { nullable: _nullable, ...said } = schema
  for (const name of Object.keys(schema)) delete schema[name]
  return said
}
