import {
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { type ConnectionForm, connectionForm, isConnection } from './connection-form.ts'
import { fieldExtension, type Mapping, type Nesting } from './extensions.ts'
import { isHidden, nestingKeys } from './operation.ts'
import type { SelectedMember, SelectedObject, Selection } from './selection.ts'
import { enumSpelling, kebabCase, objectName } from './spelling.ts'

/** Converts a value of a result to JSON. Created once per route; never called with null. */
export type Writer = (value: unknown) => unknown

type Members = Record<string, unknown>

/** Adds a member to the object that is being written. */
type MemberWriter = (data: Members, target: Members) => void

const asIs: Writer = (value) => value

/** Creates the writer of a selected member. */
export function memberWriter(member: SelectedMember): Writer {
  const { nest, map } = fieldExtension(member.field)
  if (nest) return nestingWriter(member, nest)
  if (map) return mappingWriter(mappedMembers(member, map))
  return valueWriter(member.field.type, member.selection)
}

function valueWriter(type: GraphQLOutputType, selection: Selection | undefined, omit?: Nesting): Writer {
  if (isNonNullType(type)) return valueWriter(type.ofType, selection, omit)
  if (isListType(type)) {
    const writeItem = valueWriter(type.ofType, selection, omit)
    return (value) => (value as unknown[]).map((item) => (item === null ? null : writeItem(item)))
  }
  if (isEnumType(type)) {
    const spelling = enumSpelling(type)
    return (value) => spelling.get(value as string)
  }
  if (!selection) return asIs
  return isConnection(selection)
    ? connectionWriter(connectionForm(selection))
    : selectionWriter(selection, omit)
}

function selectionWriter(selection: Selection, omit?: Nesting): Writer {
  const writers = new Map(
    [...selection.objects].map(([name, object]) => [name, objectWriter(object, true, omit)] as const),
  )
  const [only] = writers.values()
  if (isObjectType(selection.type)) return only as Writer
  return (value) => writers.get((value as Members).__typename as string)?.(value)
}

function objectWriter(object: SelectedObject, named: boolean, omit?: Nesting): Writer {
  const name = named ? objectName(object.type) : undefined
  const writers = object.members
    .filter((member) => isSent(member, omit))
    .map((member) => (isTypeName(member) ? typeNameWriter(member, object) : writerOfMember(member)))
  return (value) => {
    const target: Members = name === undefined ? {} : { object: name }
    for (const write of writers) write(value as Members, target)
    return target
  }
}

/** Returns whether a member is part of the response. Others are selected for internal use. */
export const isSent = ({ key, field }: SelectedMember, omit?: Nesting): boolean =>
  !isHidden(key) && field.name !== omit?.parent

export const isTypeName = ({ field }: SelectedMember): boolean => field.name === '__typename'

/** Returns the REST spelling of an aliased `__typename`: that of the `object` discriminator. */
export const spelledTypeName = ({ type }: SelectedObject): string => objectName(type) ?? kebabCase(type.name)

function typeNameWriter({ key }: SelectedMember, object: SelectedObject): MemberWriter {
  const name = spelledTypeName(object)
  return (data, target) => {
    if (data[key] !== undefined) target[key] = name
  }
}

function writerOfMember(member: SelectedMember): MemberWriter {
  const { key, field } = member
  const { keepNull, merge } = fieldExtension(field)
  if (merge) return mergingWriter(member)
  const write = memberWriter(member)
  return (data, target) => {
    const value = data[key]
    // The field was skipped by a directive.
    if (value === undefined) return
    if (value !== null) target[key] = write(value)
    else if (keepNull) target[key] = null
  }
}

function mergingWriter({ key, selection, field }: SelectedMember): MemberWriter {
  if (!selection) throw new Error(`${field.name} has no members to merge`)
  const writers = new Map(
    [...selection.objects].map(([name, object]) => [name, objectWriter(object, false)] as const),
  )
  const [only] = writers.values()
  const writerFor = isObjectType(selection.type)
    ? () => only
    : (data: Members) => writers.get(data.__typename as string)
  return (data, target) => {
    const value = data[key] as Members | null | undefined
    if (value) Object.assign(target, writerFor(value)?.(value))
  }
}

function connectionWriter(form: ConnectionForm): Writer {
  if (form.kind === 'count') return (value) => (value as Members)[form.count.key]
  const writeNodes = memberWriter(form.nodes)
  const nodesOf = (value: unknown) => writeNodes((value as Members)[form.nodes.key])
  if (form.kind === 'nodes') return nodesOf
  const writeOthers = form.others.filter((member) => isSent(member)).map(writerOfMember)
  return (value) => {
    const data = value as Members
    const { hasNextPage, endCursor } = data[form.pageInfo.key] as { hasNextPage: boolean; endCursor?: string }
    const envelope: Members = { items: nodesOf(value) }
    if (form.count) envelope.count = data[form.count.key]
    if (hasNextPage && endCursor) envelope.next = { page: endCursor }
    for (const write of writeOthers) write(data, envelope)
    return envelope
  }
}

function nestingWriter(member: SelectedMember, nesting: Nesting): Writer {
  const writeItems = valueWriter(member.field.type, member.selection, nesting)
  return (value) => nest(value as Members[], writeItems(value) as Members[], nesting)
}

/** Returns the selected members with the keys and the values of a mapping. */
export function mappedMembers(
  { field, selection }: SelectedMember,
  mapping: Mapping,
): Record<keyof Mapping, SelectedMember> {
  const members = [...(selection?.objects.values() ?? [])].flatMap((object) => object.members)
  const [key, value] = [mapping.key, mapping.value].map((name) =>
    members.find((member) => member.field.name === name),
  )
  if (!key || !value)
    throw new Error(`${field.name} needs ${mapping.key} and ${mapping.value} to be selected`)
  return { key, value }
}

function mappingWriter({ key, value }: Record<keyof Mapping, SelectedMember>): Writer {
  const write = memberWriter(value)
  return (items) =>
    Object.fromEntries((items as Members[]).map((item) => [item[key.key], write(item[value.key])]))
}

/** Adds every item to the children of its parent. Items whose parent is not in the list are at the root. */
function nest(
  data: readonly Members[],
  items: readonly Members[],
  { children, parentTypes }: Nesting,
): Members[] {
  const childrenById = new Map<unknown, Members[]>()
  data.forEach((datum, index) => {
    if (parentTypes && !parentTypes.includes(datum.__typename as string)) return
    const list: Members[] = []
    ;(items[index] as Members)[children] = list
    childrenById.set(datum[nestingKeys.id], list)
  })
  const roots: Members[] = []
  data.forEach((datum, index) => {
    const siblings = childrenById.get(datum[nestingKeys.parent]) ?? roots
    siblings.push(items[index] as Members)
  })
  return roots
}

/** Validates the nestings of all types, so that an invalid extension fails at start and not in a request. */
export function checkNestings(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      const { nest: nesting } = fieldExtension(field)
      if (!nesting) continue
      const item = getNamedType(field.type)
      const fields = isObjectType(item) || isInterfaceType(item) ? item.getFields() : {}
      const needed = [nesting.id ?? 'id', nesting.parent]
      const missing = needed.filter((name) => !fields[name] || !isLeafType(getNamedType(fields[name].type)))
      if (missing.length > 0)
        throw new Error(`${type.name}.${field.name}: its items need the plain fields ${missing.join(', ')}`)
    }
  }
}
