import {
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLScalarType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql'
import type { Limits } from '../base/validation.ts'
import { inputTypeExtension, limitsOf } from './extensions.ts'
import {
  enumSpelling,
  inputMember,
  type KeyedList,
  keyedList,
  memberFields,
  memberOfText,
  memberOfTree,
  type Variant,
  type Variants,
  variantsOf,
  wordOrIds,
} from './spelling.ts'

export type JsonSchema = Record<string, unknown>

/** The named schemas of an OpenAPI document. */
export class Components {
  readonly #schemas = new Map<string, JsonSchema>()
  readonly #names = new Map<unknown, string>()

  /** Returns a reference to the schema of `owner`. The schema is built on the first call and may be recursive. */
  refer(owner: unknown, name: string, build: (self: JsonSchema) => JsonSchema): JsonSchema {
    const known = this.#names.get(owner)
    if (known !== undefined) return reference(known)
    let free = name
    for (let number = 2; this.#schemas.has(free); number++) free = `${name}${number}`
    this.#names.set(owner, free)
    this.#schemas.set(free, {})
    this.#schemas.set(free, build(reference(free)))
    return reference(free)
  }

  toJSON(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}

const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

export function orNull(schema: JsonSchema): JsonSchema {
  if (typeof schema.type === 'string' && schema.enum === undefined)
    return { ...schema, type: [schema.type, 'null'] }
  // A schema without constraints already allows null.
  const isOpen = ['type', '$ref', 'enum', 'anyOf', 'allOf'].every((key) => schema[key] === undefined)
  return isOpen ? schema : { anyOf: [schema, { type: 'null' }] }
}

const builtIn: Record<string, JsonSchema> = {
  String: { type: 'string' },
  ID: { type: 'string' },
  Int: { type: 'integer', format: 'int32' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
}

/** Returns the schema of a scalar. Custom scalars declare it in `extensions.jsonSchema`; others allow any JSON. */
export function scalarSchema(type: GraphQLScalarType): JsonSchema {
  const stated = (type.extensions as { jsonSchema?: JsonSchema }).jsonSchema
  return builtIn[type.name] ?? stated ?? {}
}

export function enumSchema(components: Components, type: GraphQLEnumType): JsonSchema {
  return components.refer(type, type.name, () => {
    const spelling = enumSpelling(type)
    const meanings = type
      .getValues()
      .map((value) => `- \`${spelling.get(value.name)}\`: ${value.description ?? ''}`)
    const description = [type.description ?? '', ...meanings].join('\n')
    return { type: 'string', enum: [...spelling.values()], description }
  })
}

export function inputSchema(components: Components, type: GraphQLInputType, limits?: Limits): JsonSchema {
  if (isNonNullType(type)) return inputSchema(components, type.ofType, limits)
  if (isListType(type)) {
    const keyed = keyedList(type.ofType)
    if (keyed) return keyedListSchema(components, keyed, limits)
    return {
      type: 'array',
      items: memberSchema(components, type.ofType, limits?.items),
      ...limitKeywords(limits),
    }
  }
  if (isEnumType(type)) return enumSchema(components, type)
  if (isInputObjectType(type))
    return components.refer(type, type.name, () => inputObjectSchema(components, type))
  return { ...scalarSchema(type as GraphQLScalarType), ...limitKeywords(limits) }
}

function keyedListSchema(components: Components, { item }: KeyedList, limits?: Limits): JsonSchema {
  const members = inputSchema(components, item)
  const isOptional = !memberFields(item).some(isRequiredInputField)
  return {
    type: 'object',
    additionalProperties: isOptional ? orNull(members) : members,
    ...(limits?.maxItems !== undefined && { maxProperties: limits.maxItems }),
  }
}

const memberSchema = (components: Components, type: GraphQLInputType, limits?: Limits): JsonSchema =>
  isNonNullType(type) ? inputSchema(components, type, limits) : orNull(inputSchema(components, type, limits))

function inputObjectSchema(components: Components, type: GraphQLInputObjectType): JsonSchema {
  const alternatives = wordOrIds(type)
  if (alternatives) {
    const { words, ids } = alternatives
    const either = [inputSchema(components, ids.type, limitsOf(ids)), enumSchema(components, words)]
    return { anyOf: either, ...descriptionOf(type) }
  }
  const variants = variantsOf(type)
  if (variants) return variantsSchema(components, type, variants)
  const object = {
    type: 'object',
    ...descriptionOf(type),
    ...membersSchema(components, type),
    ...numberOfMembers(type),
  }
  const short = [memberOfText(type), memberOfTree(type)].filter((member) => member !== undefined)
  return short.length === 0 ? object : { anyOf: [...short.map((name) => object.properties[name]), object] }
}

/** Returns the keyword for a `@oneOf` type: an object without members may stand for an input too. */
const numberOfMembers = (type: GraphQLInputObjectType): JsonSchema =>
  type.isOneOf ? { minProperties: inputTypeExtension(type).empty ? 0 : 1, maxProperties: 1 } : {}

function membersSchema(components: Components, type: GraphQLInputObjectType) {
  const fields = memberFields(type)
  const required = fields.filter(isRequiredInputField).map(inputMember)
  const properties = fields.map((field): [string, JsonSchema] => [
    inputMember(field),
    {
      ...memberSchema(components, field.type, limitsOf(field)),
      ...descriptionOf(field),
      ...(field.defaultValue !== undefined && { default: defaultOf(field.type, field.defaultValue) }),
    },
  ])
  return {
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  }
}

/** Returns the schema of a `@oneOf` type whose fields REST tells apart by a member. */
function variantsSchema(
  components: Components,
  type: GraphQLInputObjectType,
  { member, variants }: Variants,
): JsonSchema {
  const references = variants.map((variant) =>
    components.refer(variant.field, nameOfVariant(type, variant), () =>
      variantSchema(components, member, variant),
    ),
  )
  const mapping = variants.map(({ word }, index) => [word, references[index]?.$ref])
  return {
    ...descriptionOf(type),
    oneOf: references,
    discriminator: { propertyName: member, mapping: Object.fromEntries(mapping) },
  }
}

const nameOfVariant = (type: GraphQLInputObjectType, { field, value }: Variant): string =>
  value === undefined
    ? getNamedType(field.type).name
    : `${type.name}${field.name.charAt(0).toUpperCase()}${field.name.slice(1)}`

function variantSchema(components: Components, member: string, { field, word, value }: Variant): JsonSchema {
  const inner = getNullableType(field.type)
  const { properties, required = [] } =
    value === undefined && isInputObjectType(inner)
      ? membersSchema(components, inner)
      : {
          properties: {
            [value as string]: {
              ...inputSchema(components, field.type, limitsOf(field)),
              ...descriptionOf(field),
            },
          },
          required: [value as string],
        }
  return {
    type: 'object',
    ...descriptionOf(field),
    properties: { [member]: { type: 'string', enum: [word] }, ...properties },
    required: [member, ...required],
  }
}

export const descriptionOf = ({ description }: { description?: string | null }): JsonSchema =>
  description ? { description } : {}

/** Converts a default from GraphQL's internal form to its REST spelling. */
export function defaultOf(type: GraphQLInputType, value: unknown): unknown {
  if (value === null || value === undefined) return value
  if (isNonNullType(type)) return defaultOf(type.ofType, value)
  if (isListType(type)) return (value as unknown[]).map((item) => defaultOf(type.ofType, item))
  return isEnumType(type) ? enumSpelling(type).get(type.serialize(value) as string) : value
}

function limitKeywords(limits: Limits | undefined): JsonSchema {
  if (!limits) return {}
  const { pattern, patternRule: _rule, items: _items, ...numbers } = limits
  return { ...numbers, ...(pattern && { pattern: pattern.source }) }
}
