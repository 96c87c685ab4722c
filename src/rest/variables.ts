import type { IncomingHttpHeaders } from 'node:http'
import {
  coerceInputValue,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  isInputType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql'
import type { Faults } from './faults.ts'
import { checkOneOf, isPlainObject, jsonReader } from './json-input.ts'
import { isSource, type NestedSources, type Route, type VariableSource } from './route.ts'
import { inputMember } from './spelling.ts'
import { headerReader, pathReader, queryReader } from './text-input.ts'

/** The parts of a request that set variables, before their types are checked. */
export interface RequestParts {
  readonly path: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  /** The parsed body. An absent body is an empty object. */
  readonly body: unknown
}

/**
 * Reads the variables of an operation from a request. Adds unknown names to `faults`, and throws one error that lists
 * all invalid values.
 */
export type VariablesReader = (request: RequestParts, faults: Faults) => Record<string, unknown>

/** Reads one value. Returns undefined if the request does not contain it. */
type SourceReader = (request: RequestParts, faults: Faults) => unknown

export interface DeclaredVariable {
  readonly name: string
  readonly type: GraphQLInputType
  /** Whether the variable is non-null and has no default. */
  readonly required: boolean
}

export function declaredVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
): DeclaredVariable[] {
  return (operation.variableDefinitions ?? []).map((definition) => {
    const type = typeFromAST(schema, definition.type)
    if (!isInputType(type)) throw new Error(`$${definition.variable.name.value} has no input type`)
    const required = isNonNullType(type) && definition.defaultValue === undefined
    return { name: definition.variable.name.value, type, required }
  })
}

export function compileVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  route: Route,
): VariablesReader {
  const declared = declaredVariables(schema, operation)
  const names = new Set(declared.map((variable) => variable.name))
  for (const name of Object.keys(route.variables))
    if (!names.has(name)) throw new Error(`the document declares no variable $${name}`)
  const readers = declared.flatMap((variable): [string, SourceReader][] => {
    const source = route.variables[variable.name]
    if (source) return [[variable.name, sourceReader(source, variable.type, variable.required)]]
    if (variable.required) throw new Error(`nothing supplies the variable $${variable.name}`)
    return []
  })
  const takesMembers = sourcesOf(route).some((source) => source.from === 'body' && source.name !== undefined)
  const known = knownNames(declared, route)
  return (request, faults) => {
    if (takesMembers && !isPlainObject(request.body)) faults.add('', 'must be an object')
    faults.throwIfAny()
    faults.checkNames('', new Set(request.query.keys()), known.parameters)
    if (known.members && isPlainObject(request.body))
      faults.checkNames('', Object.keys(request.body), known.members)
    const variables = readAll(readers, request, faults)
    faults.throwIfAny()
    return variables
  }
}

/** Returns all sources of a row, including those of nested input objects. */
export function sourcesOf(route: Route): VariableSource[] {
  const flatten = (source: VariableSource | NestedSources): VariableSource[] =>
    isSource(source) ? [source] : Object.values(source).flatMap(flatten)
  return Object.values(route.variables).flatMap(flatten)
}

interface KnownNames {
  readonly parameters: ReadonlySet<string>
  /** Null if the body is open JSON. */
  readonly members: ReadonlySet<string> | null
}

/** Returns the names of the query parameters and of the members of the body that a row takes. */
function knownNames(declared: readonly DeclaredVariable[], route: Route): KnownNames {
  const parameters = new Set<string>()
  const members = new Set<string>()
  let isOpen = false
  const collect = (source: VariableSource | NestedSources, type: GraphQLInputType): void => {
    const object = getNullableType(type)
    const fields = isInputObjectType(object) ? object.getFields() : undefined
    if (!isSource(source)) {
      for (const [name, inner] of Object.entries(source))
        collect(inner, fields?.[name]?.type as GraphQLInputType)
    } else if (source.from === 'query') {
      parameters.add(source.name)
    } else if (source.from === 'body') {
      if (source.name === undefined && !fields) isOpen = true
      const names = source.name === undefined ? Object.values(fields ?? {}).map(inputMember) : [source.name]
      for (const name of names) members.add(name)
    }
  }
  for (const { name, type } of declared) {
    const source = route.variables[name]
    if (source) collect(source, type)
  }
  return { parameters, members: isOpen ? null : members }
}

function readAll(
  readers: readonly [string, SourceReader][],
  request: RequestParts,
  faults: Faults,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, read] of readers) {
    const value = read(request, faults)
    if (value !== undefined) values[name] = value
  }
  return values
}

function sourceReader(
  source: VariableSource | NestedSources,
  type: GraphQLInputType,
  required: boolean,
): SourceReader {
  if (!isSource(source)) return nestedReader(source, type)
  if (source.from === 'constant') return constantReader(source.value, type)
  if (source.from === 'path') {
    const read = pathReader(type)
    return ({ path }, faults) => read(path[source.name] as string, source.name, faults)
  }
  if (source.from === 'header') return headerSourceReader(source.name, type)
  return source.from === 'query'
    ? queryParameterReader(source, type, required)
    : bodyReader(source.name, type, required)
}

function headerSourceReader(name: string, type: GraphQLInputType): SourceReader {
  const read = headerReader(type)
  const key = name.toLowerCase()
  return ({ headers }, faults) => read([headers[key] ?? []].flat(), name, faults)
}

function queryParameterReader(
  { name, none }: Extract<VariableSource, { from: 'query' }>,
  type: GraphQLInputType,
  required: boolean,
): SourceReader {
  const read = queryReader(type, required)
  return ({ query }, faults) =>
    read(
      query.getAll(name).filter((text) => text !== none),
      name,
      faults,
    )
}

function bodyReader(name: string | undefined, type: GraphQLInputType, required: boolean): SourceReader {
  const read = jsonReader(type)
  if (name === undefined) return ({ body }, faults) => read(body, '', faults)
  return ({ body }, faults) => {
    const members = body as Record<string, unknown>
    if (Object.hasOwn(members, name)) return read(members[name], name, faults)
    return required ? faults.add(name, 'is required') : undefined
  }
}

function constantReader(value: unknown, type: GraphQLInputType): SourceReader {
  coerceInputValue(value, type, (path, _value, error) => {
    throw new Error(`the constant is invalid at ${path.join('.') || 'its top'}: ${error.message}`)
  })
  return () => value
}

function nestedReader(sources: NestedSources, type: GraphQLInputType): SourceReader {
  const object = getNullableType(type)
  if (!isInputObjectType(object)) throw new Error(`${String(type)} is not an input object`)
  const fields = object.getFields()
  for (const name of Object.keys(sources))
    if (!fields[name]) throw new Error(`${object.name} has no member ${name}`)
  const readers = Object.values(fields).flatMap((field): [string, SourceReader][] => {
    const source = sources[field.name]
    const required = isNonNullType(field.type) && field.defaultValue === undefined
    if (source) return [[field.name, sourceReader(source, field.type, required)]]
    if (required) throw new Error(`nothing supplies ${object.name}.${field.name}`)
    return []
  })
  return (request, faults) => {
    const input = readAll(readers, request, faults)
    if (object.isOneOf) checkOneOf(alternatives(object, sources), input, '', faults)
    return input
  }
}

const alternatives = (type: GraphQLInputObjectType, sources: NestedSources) =>
  Object.entries(sources).map(([name, source]) => {
    const named = isSource(source) && source.from !== 'constant' ? source.name : undefined
    return { member: named ?? inputMember(type.getFields()[name] as never) }
  })
