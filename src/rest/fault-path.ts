import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  Kind,
  type OperationDefinitionNode,
  type ValueNode,
} from 'graphql'
import { isSource, type NestedSources, type Route, type VariableSource } from './route.ts'
import type { SelectedMember, Selection } from './selection.ts'
import { inputMember, variantsOf, wordOrIds } from './spelling.ts'
import { declaredVariables } from './variables.ts'

/**
 * Translates the path of an invalid argument, as services and validation report it, to the parameter or body member of
 * the request that sets the argument: `first` of a list becomes `limit`.
 */
export type FaultPathTranslator = (resultPath: readonly (string | number)[], faultPath: string) => string

type Source = VariableSource | NestedSources

interface Origin {
  readonly source: Source
  readonly type: GraphQLInputType
}

/** Origins of values, by the path of the field in the result without list indexes, then by the path of the argument. */
type Origins = Map<string, Map<string, Origin>>

export function compileFaultPaths(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  selection: Selection,
  route: Route,
): FaultPathTranslator {
  const variables = new Map<string, Origin>()
  for (const { name, type } of declaredVariables(schema, operation)) {
    const source = route.variables[name]
    if (source) variables.set(name, { source, type })
  }
  const origins: Origins = new Map()
  collectOrigins(selection, [], variables, origins)
  return (resultPath, faultPath) => {
    const keys = resultPath.filter((key) => typeof key === 'string')
    // The error may occur below the field with the argument: a page of a list is read when its nodes are resolved.
    for (let length = keys.length; length > 0; length--) {
      const found = origins.get(keys.slice(0, length).join('.'))
      const translated = found && translate(found, faultPath)
      if (translated !== undefined) return translated
    }
    return faultPath
  }
}

/**
 * Returns the part of a path that a body has. A string may stand for an object, so that the path of a member of the object
 * is that of the string.
 */
export function pathInBody(path: string, body: unknown): string {
  const segments = path.split('.')
  let value = body
  for (const [index, segment] of segments.entries()) {
    if (typeof value === 'string') return segments.slice(0, index).join('.')
    value = (value as Record<string, unknown> | null | undefined)?.[segment]
  }
  return path
}

function collectOrigins(
  selection: Selection,
  fieldPath: readonly string[],
  variables: ReadonlyMap<string, Origin>,
  origins: Origins,
): void {
  for (const object of selection.objects.values())
    for (const member of object.members) {
      const here = [...fieldPath, member.key]
      const found = argumentOrigins(member, variables)
      if (found.size > 0) origins.set(here.join('.'), found)
      if (member.selection) collectOrigins(member.selection, here, variables, origins)
    }
}

function argumentOrigins(
  member: SelectedMember,
  variables: ReadonlyMap<string, Origin>,
): Map<string, Origin> {
  const found = new Map<string, Origin>()
  const visitValue = (path: string, value: ValueNode): void => {
    const origin = value.kind === Kind.VARIABLE && variables.get(value.name.value)
    if (origin) found.set(path, origin)
    if (value.kind === Kind.OBJECT)
      for (const field of value.fields) visitValue(`${path}.${field.name.value}`, field.value)
  }
  for (const argument of member.nodes[0]?.arguments ?? []) visitValue(argument.name.value, argument.value)
  return found
}

function translate(found: ReadonlyMap<string, Origin>, faultPath: string): string | undefined {
  // Paths of members of the `input` argument omit it.
  for (const path of [faultPath, faultPath ? `input.${faultPath}` : 'input']) {
    const segments = path.split('.')
    for (let length = segments.length; length > 0; length--) {
      const origin = found.get(segments.slice(0, length).join('.'))
      if (origin) return restPath(origin, segments.slice(length))
    }
  }
  return undefined
}

function restPath({ source, type }: Origin, rest: readonly string[]): string {
  if (isSource(source)) {
    const name = source.from === 'constant' ? [] : source.name === undefined ? [] : [source.name]
    return [...name, ...respell(type, rest)].join('.')
  }
  const [member, ...below] = rest
  const inner = member === undefined ? undefined : source[member]
  const object = getNamedType(type)
  const field = isInputObjectType(object) && member !== undefined ? object.getFields()[member] : undefined
  return inner && field ? restPath({ source: inner, type: field.type }, below) : rest.join('.')
}

function respell(type: GraphQLInputType, segments: readonly string[]): string[] {
  const [segment, ...below] = segments
  if (segment === undefined) return []
  const nullable = getNullableType(type)
  if (isListType(nullable)) return [segment, ...respell(nullable.ofType, below)]
  const field = isInputObjectType(nullable) ? nullable.getFields()[segment] : undefined
  if (isInputObjectType(nullable) && field) {
    if (wordOrIds(nullable)) return respell(field.type, below)
    const variant = variantsOf(nullable)?.variants.find((each) => each.field === field)
    if (variant)
      return [...(variant.value === undefined ? [] : [variant.value]), ...respell(field.type, below)]
  }
  return field ? [inputMember(field), ...respell(field.type, below)] : [...segments]
}
