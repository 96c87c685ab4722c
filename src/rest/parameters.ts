import {
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  valueFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { isSource, type NestedSources, type Route, type VariableSource } from './route.ts'
import { declaredVariables } from './variables.ts'

/** What the graph says about the place that a value of the request ends in. */
type Place = GraphQLArgument | GraphQLInputField

/** One value that a request brings, with all there is to say about it. */
export interface Parameter {
  readonly source: Exclude<VariableSource, { from: 'constant' }>
  readonly type: GraphQLInputType
  readonly required: boolean
  readonly place: Place | undefined
  /** As GraphQL keeps it. */
  readonly defaultValue: unknown
}

export function parametersOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  route: Route,
): Parameter[] {
  const places = placesOfVariables(schema, document)
  const declared = declaredVariables(schema, operation)
  return (operation.variableDefinitions ?? []).flatMap((definition, index) => {
    const { name, type, required } = declared[index] as (typeof declared)[number]
    const source = route.variables[name]
    const stated = definition.defaultValue && valueFromAST(definition.defaultValue, type)
    return source ? flatten(source, type, required, places.get(name), stated) : []
  })
}

function flatten(
  source: VariableSource | NestedSources,
  type: GraphQLInputType,
  required: boolean,
  place: Place | undefined,
  stated?: unknown,
): Parameter[] {
  if (isSource(source)) {
    if (source.from === 'constant') return []
    return [{ source, type, required, place, defaultValue: stated ?? place?.defaultValue }]
  }
  const object = getNullableType(type)
  if (!isInputObjectType(object)) return []
  return Object.entries(source).flatMap(([member, inner]) => {
    const field = object.getFields()[member]
    return field ? flatten(inner, field.type, isRequiredInputField(field), field) : []
  })
}

function placesOfVariables(schema: GraphQLSchema, document: DocumentNode): Map<string, Place> {
  const places = new Map<string, Place>()
  const types = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(types, {
      VariableDefinition: () => false,
      // What a directive says about its argument means nothing to a client of REST.
      Directive: () => false,
      Variable: (node, _key, parent) => {
        const place = isObjectField(parent) ? fieldOf(types, parent.name.value) : types.getArgument()
        if (place && !places.has(node.name.value)) places.set(node.name.value, place)
      },
    }),
  )
  return places
}

const isObjectField = (parent: unknown): parent is { kind: Kind.OBJECT_FIELD; name: { value: string } } =>
  (parent as { kind?: unknown } | undefined)?.kind === Kind.OBJECT_FIELD

function fieldOf(types: TypeInfo, name: string): GraphQLInputField | undefined {
  const parent = getNullableType(types.getParentInputType())
  return isInputObjectType(parent) ? parent.getFields()[name] : undefined
}

/** Whether a body must be sent: an absent one means an empty object. */
export function needsBody(parameters: readonly Parameter[]): boolean {
  return parameters.some(({ source, type, required }) => {
    if (source.from !== 'body') return false
    if (source.name !== undefined) return required
    const object = getNullableType(type)
    return isNonNullType(type) && isInputObjectType(object)
      ? object.isOneOf || Object.values(object.getFields()).some(isRequiredInputField)
      : false
  })
}
