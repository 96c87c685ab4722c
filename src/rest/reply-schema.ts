import {
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLScalarType,
  getNamedType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { descriptionInRest, hasValueUnlessFailed } from '../graphql/permission-plugin.ts'
import { type ConnectionForm, connectionForm, isConnection } from './connection-form.ts'
import { fieldExtension, type Nesting } from './extensions.ts'
import {
  type Components,
  descriptionOf,
  enumSchema,
  type JsonSchema,
  orNull,
  scalarSchema,
} from './json-schema.ts'
import { isSent, isTypeName, mappedMembers } from './representation.ts'
import {
  isMerged,
  type SelectedMember,
  type SelectedObject,
  type Selection,
  valueMember,
} from './selection.ts'
import { objectName, spelledTypeName } from './spelling.ts'

/** The nesting of a list, with a reference to the schema of its items. */
interface Tree {
  readonly nesting: Nesting
  readonly item: JsonSchema
}

/** Returns the schema of the value that the writer of the member produces. */
export function sentSchema(components: Components, member: SelectedMember): JsonSchema {
  const { nest, map } = fieldExtension(member.field)
  const { selection } = member
  if (map)
    return { type: 'object', additionalProperties: sentSchema(components, mappedMembers(member, map).value) }
  if (!nest || !selection) return valueSchema(components, member.field.type, selection)
  const { fragment } = selection
  const owner = fragment === undefined ? selection : `tree ${fragment}`
  const item = components.refer(owner, `${componentName(selection)}Tree`, (self) =>
    inlineSchema(components, selection, { nesting: nest, item: self }),
  )
  return { type: 'array', items: item }
}

function valueSchema(
  components: Components,
  type: GraphQLOutputType,
  selection: Selection | undefined,
): JsonSchema {
  if (isNonNullType(type)) return valueSchema(components, type.ofType, selection)
  if (isListType(type)) return { type: 'array', items: valueSchema(components, type.ofType, selection) }
  if (isEnumType(type)) return enumSchema(components, type)
  if (!selection) return scalarSchema(type as GraphQLScalarType)
  if (isConnection(selection)) return connectionSchema(components, connectionForm(selection))
  const { fragment } = selection
  if (fragment === undefined) return inlineSchema(components, selection)
  return components.refer(`fragment ${fragment}`, componentName(selection), () =>
    inlineSchema(components, selection),
  )
}

/** Returns the name of the schema: that of its fragment without the suffix `Body`, or else that of its type. */
const componentName = ({ fragment, type }: Selection): string =>
  fragment === undefined ? type.name : fragment.replace(/(?<=.)Body$/, '')

function connectionSchema(components: Components, form: ConnectionForm): JsonSchema {
  if (form.kind === 'count') return sentSchema(components, form.count)
  const items = sentSchema(components, form.nodes)
  if (form.kind === 'nodes') return items
  const others = form.others.filter((member) => isSent(member))
  const next = components.refer('next page', 'NextPage', () => ({
    type: 'object',
    description: 'The next page. Absent on the last page.',
    properties: { page: { type: 'string', description: 'Value of the parameter `page` for the next page.' } },
    required: ['page'],
  }))
  const count = form.count && { count: memberSchema(components, form.count) }
  const rest = Object.fromEntries(others.map((member) => [member.key, memberSchema(components, member)]))
  const required = ['items', ...(count ? ['count'] : []), ...others.filter(isAlwaysSent).map((m) => m.key)]
  const envelope = { type: 'object', properties: { items, ...count, next, ...rest }, required }
  return components.refer(`list ${JSON.stringify(envelope)}`, listName(form.nodes), () => envelope)
}

const listName = ({ selection, field }: SelectedMember): string =>
  `${selection ? componentName(selection) : getNamedType(field.type).name}List`

function inlineSchema(components: Components, selection: Selection, tree?: Tree): JsonSchema {
  const objects = [...selection.objects.values()]
  const schemas = objects.map((object) => {
    const value = valueMember(object)
    return value ? memberSchema(components, value) : objectSchema(components, object, true, tree)
  })
  if (isObjectType(selection.type)) return schemas[0] as JsonSchema
  return { anyOf: distinct(schemas), ...descriptionOf(selection.type) }
}

/** Removes duplicates: types without selected fields of their own have equal schemas. */
const distinct = (schemas: readonly JsonSchema[]): JsonSchema[] => [
  ...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values(),
]

function objectSchema(
  components: Components,
  object: SelectedObject,
  named: boolean,
  tree?: Tree,
): JsonSchema {
  const name = named ? objectName(object.type) : undefined
  const sent = object.members.filter((member) => isSent(member, tree?.nesting))
  const own = sent.filter((member) => !isMerged(member))
  const properties: JsonSchema = name === undefined ? {} : { object: { type: 'string', const: name } }
  for (const member of own)
    properties[member.key] = isTypeName(member)
      ? { type: 'string', const: spelledTypeName(object.type) }
      : memberSchema(components, member)
  const required = [...(name === undefined ? [] : ['object']), ...own.filter(isAlwaysSent).map((m) => m.key)]
  if (tree) {
    const { children, parentTypes } = tree.nesting
    if (!parentTypes || parentTypes.includes(object.type.name)) {
      properties[children] = { type: 'array', items: tree.item }
      required.push(children)
    }
  }
  const schema = {
    type: 'object',
    ...descriptionOf(object.type),
    properties,
    ...(required.length > 0 && { required }),
  }
  const merged = sent.filter(isMerged)
  return merged.length === 0 ? schema : { allOf: [schema, ...merged.map((m) => mergedSchema(components, m))] }
}

function mergedSchema(components: Components, { selection, field, conditional }: SelectedMember): JsonSchema {
  const variants = [...(selection?.objects.values() ?? [])].map((object) =>
    objectSchema(components, object, false),
  )
  return {
    anyOf:
      hasValueUnlessFailed(field) && !conditional
        ? distinct(variants)
        : distinct([...variants, { type: 'object' }]),
  }
}

const isAlwaysSent = ({ field, conditional }: SelectedMember): boolean =>
  !conditional && (hasValueUnlessFailed(field) || fieldExtension(field).keepNull === true)

function memberSchema(components: Components, member: SelectedMember): JsonSchema {
  const { field } = member
  const schema = sentSchema(components, member)
  const canBeNull = !hasValueUnlessFailed(field) && fieldExtension(field).keepNull === true
  return {
    ...(canBeNull ? orNull(schema) : schema),
    ...descriptionOf({ description: descriptionInRest(field) }),
    ...deprecationOf(field),
  }
}

const deprecationOf = ({ deprecationReason }: GraphQLField<unknown, unknown>): JsonSchema =>
  deprecationReason ? { deprecated: true } : {}
