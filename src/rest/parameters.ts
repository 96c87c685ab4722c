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

/** The argument or input field that a value of the request sets. */
type InputDefinition = GraphQLArgument | GraphQLInputField

/** A value of the request: a path or query parameter, a member of the body, or the body itself. */
export interface Parameter {
  readonly source: Exclude<VariableSource, { from: 'constant' }>
  readonly type: GraphQLInputType
  readonly required: boolean
  readonly definition: InputDefinition | undefined
  /** The default in GraphQL's internal form. */
  readonly defaultValue: unknown
}

export function parametersOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  route: Route,
): Parameter[] {
  const definitions = definitionsOfVariables(schema, document)
  const declared = declaredVariables(schema, operation)
  return (operation.variableDefinitions ?? []).flatMap((variable, index) => {
    const { name, type, required } = declared[index] as (typeof declared)[number]
    const source = route.variables[name]
    const stated = variable.defaultValue && valueFromAST(variable.defaultValue, type)
    return source ? flatten(source, type, required, definitions.get(name), stated) : []
  })
}

function flatten(
  source: VariableSource | NestedSources,
  type: GraphQLInputType,
  required: boolean,
  definition: InputDefinition | undefined,
  stated?: unknown,
): Parameter[] {
  if (isSource(source)) {
    if (source.from === 'constant') return []
    return [{ source, type, required, definition, defaultValue: stated ?? definition?.defaultValue }]
  }
  const object = getNullableType(type)
  if (!isInputObjectType(object)) return []
  return Object.entries(source).flatMap(([member, inner]) => {
    const field = object.getFields()[member]
    return field ? flatten(inner, field.type, isRequiredInputField(field), field) : []
  })
}

function definitionsOfVariables(schema: GraphQLSchema, document: DocumentNode): Map<string, InputDefinition> {
  const definitions = new Map<string, InputDefinition>()
  const types = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(types, {
      VariableDefinition: () => false,
      // The arguments of directives are not described: REST clients do not know directives.
      Directive: () => false,
      Variable: (node, _key, parent) => {
        const definition = isObjectField(parent) ? fieldOf(types, parent.name.value) : types.getArgument()
        if (definition && !definitions.has(node.name.value)) definitions.set(node.name.value, definition)
      },
    }),
  )
  return definitions
}

const isObjectField = (parent: unknown): parent is { kind: Kind.OBJECT_FIELD; name: { value: string } } =>
  (parent as { kind?: unknown } | undefined)?.kind === Kind.OBJECT_FIELD

function fieldOf(types: TypeInfo, name: string): GraphQLInputField | undefined {
  const parent = getNullableType(types.getParentInputType())
  return isInputObjectType(parent) ? parent.getFields()[name] : undefined
}

/** Returns whether a request must have a body. An absent body counts as an empty object. */
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
