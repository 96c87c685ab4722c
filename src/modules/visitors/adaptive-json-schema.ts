import { invalidInput } from '../../base/errors.ts'
import { brokenRule } from '../../base/rules.ts'
import { adaptiveSchemaLimits } from './limits.ts'

/** The claims that a site expects of visitors: a JSON Schema (draft-07) that is restricted to these forms. */
export interface AdaptiveJsonSchema {
  readonly $schema?: string
  readonly type: 'object'
  readonly properties: Claims
  readonly additionalProperties: false
}

type Claims = Readonly<Record<string, Claim>>

interface Described {
  readonly description: string
}

export type ScalarClaim = Described &
  (
    | { readonly type: 'boolean' }
    | { readonly type: 'number' }
    | { readonly type: 'string'; readonly enum?: readonly string[] }
  )

export interface ObjectClaim extends Described {
  readonly type: 'object'
  readonly properties: Claims
  readonly additionalProperties: false
}

export type Claim = ScalarClaim | ObjectClaim | (Described & { type: 'array'; readonly items: ScalarClaim })

type Members = Readonly<Record<string, unknown>>

const dialect = 'http://json-schema.org/draft-07/schema#'
const unsignedDescription = 'Unsigned claims of the site visitor.'

const scalarMembers: Readonly<Record<string, readonly string[]>> = {
  boolean: [],
  number: [],
  string: ['enum'],
}
const membersOfTypes: Readonly<Record<string, readonly string[]>> = {
  ...scalarMembers,
  array: ['items'],
  object: ['properties', 'additionalProperties'],
}

/**
 * Throws an input error for an invalid schema. `member` is its path in the input; the message contains the path of
 * the fault.
 */
export function assertAdaptiveJsonSchema(member: string, value: unknown): AdaptiveJsonSchema {
  const schema = assertObject(member, value)
  if (Buffer.byteLength(JSON.stringify(schema)) > adaptiveSchemaLimits.bytes)
    throw invalidInput(member, `must not be larger than ${adaptiveSchemaLimits.bytes / 1024} KiB`)
  assertMembers(member, schema, ['$schema', 'type', 'properties', 'additionalProperties'])
  if (schema.$schema !== undefined) assertConstant(`${member}.$schema`, schema.$schema, dialect)
  assertConstant(`${member}.type`, schema.type, 'object')
  assertConstant(`${member}.additionalProperties`, schema.additionalProperties, false)
  new ClaimsCheck().claims(`${member}.properties`, schema.properties, 1)
  return schema as unknown as AdaptiveJsonSchema
}

class ClaimsCheck {
  #count = 0

  claims(path: string, value: unknown, depth: number): void {
    for (const [name, claim] of Object.entries(assertObject(path, value))) {
      const place = `${path}.${name}`
      // Validators would read the prototype under this name.
      if (name === '' || name === '__proto__') throw invalidInput(place, 'must have another name')
      this.#count++
      if (this.#count > adaptiveSchemaLimits.claims)
        throw invalidInput(place, `exceeds the limit of ${adaptiveSchemaLimits.claims} claims`)
      if (depth > adaptiveSchemaLimits.depth)
        throw invalidInput(place, `must not be nested more than ${adaptiveSchemaLimits.depth} deep`)
      this.#claim(place, assertObject(place, claim), depth)
      if (depth === 1 && name === 'unsigned') assertUnsigned(place, claim as Members)
    }
  }

  #claim(path: string, claim: Members, depth: number): void {
    assertType(path, claim, membersOfTypes)
    if (claim.type === 'array') {
      const items = assertObject(`${path}.items`, claim.items)
      assertType(`${path}.items`, items, scalarMembers)
    }
    if (claim.type !== 'object') return
    assertConstant(`${path}.additionalProperties`, claim.additionalProperties, false)
    this.claims(`${path}.properties`, claim.properties, depth + 1)
  }
}

function assertUnsigned(path: string, { type, description }: Members): void {
  assertConstant(`${path}.type`, type, 'object')
  assertConstant(`${path}.description`, description, unsignedDescription)
}

/** Checks the members of a claim: the common ones, and those of its type. */
function assertType(
  path: string,
  claim: Members,
  membersOf: Readonly<Record<string, readonly string[]>>,
): void {
  const { type } = claim
  if (typeof type !== 'string' || !Object.hasOwn(membersOf, type))
    throw invalidInput(`${path}.type`, `must be one of ${Object.keys(membersOf).join(', ')}`)
  assertMembers(path, claim, ['type', 'description', ...(membersOf[type] as readonly string[])])
  assertDescription(`${path}.description`, claim.description)
  if (claim.enum !== undefined) assertEnum(`${path}.enum`, claim.enum)
}

function assertDescription(path: string, description: unknown): void {
  if (typeof description !== 'string') throw brokenRule(path, 'NOT_TEXT')
  if (description.length > adaptiveSchemaLimits.description)
    throw brokenRule(path, 'TOO_LONG', { maximum: adaptiveSchemaLimits.description })
}

function assertEnum(path: string, values: unknown): void {
  if (!Array.isArray(values) || values.length === 0)
    throw invalidInput(path, 'must be a list with at least one string')
  const seen = new Set<unknown>()
  for (const [index, value] of values.entries()) {
    if (typeof value !== 'string') throw brokenRule(`${path}.${index}`, 'NOT_TEXT')
    if (seen.has(value)) throw invalidInput(`${path}.${index}`, 'must not be a duplicate')
    seen.add(value)
  }
}

function assertObject(path: string, value: unknown): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidInput(path, 'must be an object')
  return value as Members
}

function assertMembers(path: string, value: Members, known: readonly string[]): void {
  for (const name of Object.keys(value))
    if (!known.includes(name))
      throw invalidInput(`${path}.${name}`, `is not supported here: only ${known.join(', ')}`)
}

function assertConstant(path: string, value: unknown, constant: string | boolean): void {
  if (value !== constant) throw invalidInput(path, `must be ${JSON.stringify(constant)}`)
}
