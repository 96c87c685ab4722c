import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql'
import { schema } from '../../src/server/graph.ts'
import { budget } from '../support/budget.ts'

export type Field = GraphQLField<unknown, unknown>

export const isNode = (type: GraphQLNamedType): type is GraphQLObjectType =>
  isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node')

const isConnection = ({ name }: GraphQLNamedType) => name.endsWith('Connection')

export const fieldsOf = (type: GraphQLNamedType): readonly Field[] =>
  isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : []

export const nodeTypes = Object.values(schema.getTypeMap()).filter(isNode)

/** The ids and names of what is in a world. */
type Parameters = Readonly<Record<string, string>>

/** Returns a value for a required argument, from the world if its name is known there. */
export function usualValue(parameters: Parameters, field: Field, { name, type }: GraphQLArgument): unknown {
  const nullable = getNullableType(type)
  if (isListType(nullable)) return name === 'ids' ? [parameters.organizationId] : []
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name
  if (isInputObjectType(nullable))
    return Object.fromEntries(
      Object.values(nullable.getFields())
        .filter(isRequiredInputField)
        .map((inner) => [inner.name, usualValue(parameters, field, inner as unknown as GraphQLArgument)]),
    )
  const byName = name === 'id' ? parameters[idNames[field.name] ?? `${field.name}Id`] : parameters[name]
  const others: Readonly<Record<string, unknown>> = {
    query: 'world',
    url: parameters.publishedAddress,
    emailDomain: parameters.emailDomain,
    source: '/old',
    slug: 'pets',
    name: parameters.fieldName,
    path: parameters.pagePath,
  }
  return byName ?? others[name] ?? (getNamedType(type).name === 'Int' ? 1 : parameters.organizationId)
}

/** The names in the world of what fields find by `id`, where they are not the field's own. */
const idNames: Readonly<Record<string, string>> = {
  apiToken: 'tokenId',
  commentReply: 'commentReplyId',
  inviteLink: 'inviteId',
  node: 'organizationId',
  redirect: 'siteRedirectId',
  siteRedirect: 'siteRedirectId',
  version: 'versionId',
  reusableContent: 'reusableContentId',
}

/** A document is written from its selections, whose arguments become its variables. */
export class Document {
  private readonly declared: string[] = []
  private readonly parameters: Parameters
  readonly variables: Record<string, unknown> = {}

  /** The parameters are what stands for required arguments. */
  constructor(parameters: Parameters) {
    this.parameters = parameters
  }

  argumentsOf(field: Field): string {
    const passed = field.args.flatMap((argument) => {
      if (argument.name === 'first' && isConnection(getNamedType(field.type))) return [`first: ${pageSize}`]
      if (!isRequiredArgument(argument)) return []
      const variable = `v${this.declared.length}`
      this.declared.push(`$${variable}: ${argument.type}`)
      this.variables[variable] = usualValue(this.parameters, field, argument)
      return [`${argument.name}: $${variable}`]
    })
    return passed.length === 0 ? '' : `(${passed.join(', ')})`
  }

  text(selection: string): string {
    return `query${this.declared.length === 0 ? '' : ` (${this.declared.join(', ')})`} { ${selection} }`
  }
}

export const pageSize = 20

/** The deepest nesting of objects without an id of their own. */
const deepest = budget(3, 5)

/** Selects the data of a node itself: its scalars, and those of the objects that belong to it. */
export function dataOf(type: GraphQLNamedType, document: Document, depth = 1): string {
  const members = fieldsOf(type).flatMap((field) => {
    const named = getNamedType(field.type)
    if (field.args.some(isRequiredArgument)) return []
    if (isLeafType(named)) return [field.name]
    if (depth === 0 || !isObjectType(named) || isNode(named) || isConnection(named)) return []
    if (isListType(getNullableType(field.type))) return []
    return [`${field.name} ${dataOf(named, document, depth - 1)}`]
  })
  return `{ __typename ${members.join(' ')} }`
}

/** Selects an edge: what it leads to, through what has no id, up to the next nodes. */
export function edgeOf(field: Field, document: Document, path: readonly string[] = []): string | null {
  const named = getNamedType(field.type)
  if (isLeafType(named) || path.includes(named.name) || path.length > deepest) return null
  const selection = selectionOf(named, document, [...path, named.name])
  return selection === null
    ? null
    : `e_${field.name}: ${field.name}${document.argumentsOf(field)} ${selection}`
}

function selectionOf(type: GraphQLNamedType, document: Document, path: readonly string[]): string | null {
  if (isNode(type)) return dataOf(type, document)
  if (isAbstractType(type)) {
    const parts = schema.getPossibleTypes(type).flatMap((possible) => {
      const selection = selectionOf(possible, document, [...path, possible.name])
      return selection === null ? [] : [`... on ${possible.name} ${selection}`]
    })
    return `{ __typename ${parts.join(' ')} }`
  }
  if (isConnection(type)) {
    const nodes = fieldsOf(type).find(({ name }) => name === 'nodes') as Field
    const inner = edgeOf(nodes, document, path)
    return inner === null ? '{ totalCount }' : `{ totalCount edges { cursor } ${inner} }`
  }
  const edges = fieldsOf(type).flatMap((field) => edgeOf(field, document, path) ?? [])
  return edges.length === 0 ? null : `{ __typename ${edges.join(' ')} }`
}
