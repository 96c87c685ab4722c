import {
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import type { ListWalk } from '../graph/nested/answer-form.ts'
import { type ConnectionForm, connectionForm, isConnection } from './connection-form.ts'
import { fieldExtension, type Mapping, type Nesting } from './extensions.ts'
import { isHidden, nestingKeys } from './operation.ts'
import {
  isMerged,
  membersOf,
  type SelectedMember,
  type SelectedObject,
  type Selection,
  valueMember,
} from './selection.ts'
import { discriminatorOf, enumTexts, spelledTypeName } from './spelling.ts'

/** Writes a value of a result as JSON text. Created once per route; never called with null. */
export type Writer = (value: unknown) => string

/**
 * Writes a value as consecutive pieces of JSON text, so that a long list is never one text. The walk is that of a list which is
 * the answer.
 */
export type PieceWriter = (value: unknown, walk?: ListWalk) => Iterable<string>

type Members = Record<string, unknown>

/** Writes a member with its name, or several; an empty text for none. */
type MemberWriter = (data: Members) => string

const asIs: Writer = (value) => JSON.stringify(value)

function memberWriter(member: SelectedMember): Writer {
  const { nest, map } = fieldExtension(member.field)
  if (nest) return nestingWriter(member, nest)
  if (map) return mappingWriter(mappedMembers(member, map))
  return valueWriter(member.field.type, member.selection)
}

/** Creates the writer of a selected member whose value may be a long list. */
export function pieceWriter(member: SelectedMember): PieceWriter {
  const { nest, map } = fieldExtension(member.field)
  const type = getNullableType(member.field.type)
  const form = member.selection && isConnection(member.selection) && connectionForm(member.selection)
  if (form && form.kind !== 'count') return connectionPieces(form)
  if (isListType(type) && !nest && !map) return listPieces(valueWriter(type.ofType, member.selection))
  const write = memberWriter(member)
  return (value) => [write(value)]
}

function valueWriter(type: GraphQLOutputType, selection: Selection | undefined, omit?: Nesting): Writer {
  if (isNonNullType(type)) return valueWriter(type.ofType, selection, omit)
  if (isListType(type)) return joined(listPieces(valueWriter(type.ofType, selection, omit)))
  if (isEnumType(type)) {
    const texts = enumTexts(type)
    return (value) => texts.get(value as string) as string
  }
  if (!selection) return asIs
  return isConnection(selection)
    ? connectionWriter(connectionForm(selection))
    : selectionWriter(selection, omit)
}

const joined =
  (write: PieceWriter): Writer =>
  (value) => {
    let text = ''
    for (const piece of write(value)) text += piece
    return text
  }

const listPieces = (writeItem: Writer): PieceWriter =>
  function* (value) {
    let separator = '['
    for (const item of value as unknown[]) {
      yield separator + (item === null ? 'null' : writeItem(item))
      separator = ','
    }
    yield separator === '[' ? '[]' : ']'
  }

function selectionWriter(selection: Selection, omit?: Nesting): Writer {
  const write = writerByType(selection, (object) => objectWriter(object, omit))
  return (value) => write(value as Members)
}

/** Creates the writer of an object, or of the value that REST has in its place. */
function objectWriter(object: SelectedObject, omit?: Nesting): MemberWriter {
  const value = valueMember(object)
  if (value) {
    const write = memberWriter(value)
    return (data) => write(data[value.key])
  }
  const write = ownMembersWriter(object, omit)
  return (data) => `{${write(data)}}`
}

function writerByType(
  selection: Selection,
  writerOf: (object: SelectedObject) => MemberWriter,
): MemberWriter {
  const writers = new Map([...selection.objects].map(([name, object]) => [name, writerOf(object)] as const))
  const [only] = writers.values()
  if (isObjectType(selection.type)) return only as MemberWriter
  return (data) => {
    const write = writers.get(data.__typename as string)
    if (!write) throw new Error(`a result has an object of the unexpected type ${data.__typename}`)
    return write(data)
  }
}

/** Creates the writer of the members of an object, its discriminator included. */
const ownMembersWriter = (object: SelectedObject, omit?: Nesting): MemberWriter =>
  membersWriter(object, discriminatorOf(object.type), omit)

/** Creates the writer of the members of an object, behind those that every such object begins with. */
function membersWriter(object: SelectedObject, first: string, omit?: Nesting): MemberWriter {
  const sent = object.members.filter((member) => isSent(member, omit))
  checkNames(object, sent, first)
  const writers = sent.map((member) =>
    isTypeName(member) ? typeNameWriter(member, object) : writerOfMember(member),
  )
  return (data) => {
    let text = first
    for (const write of writers) {
      const member = write(data)
      if (member !== '') text = text === '' ? member : `${text},${member}`
    }
    return text
  }
}

/** Throws if a member that is merged into an object would replace another one: a text cannot replace what it contains. */
function checkNames(object: SelectedObject, sent: readonly SelectedMember[], first: string): void {
  const names = sent.filter((member) => !isMerged(member)).map(({ key }) => key)
  const fixed = first === '' ? [] : ['object']
  const merged = sent.filter(isMerged).flatMap(({ selection }) => (selection ? membersOf(selection) : []))
  const replaced =
    names.find((name) => fixed.includes(name)) ?? merged.find(({ key }) => names.includes(key))?.key
  if (replaced !== undefined)
    throw new Error(`${object.type.name} is sent with two members named ${replaced}`)
}

/** Returns whether a member is part of the response. Others are selected for internal use. */
export const isSent = ({ key, field }: SelectedMember, omit?: Nesting): boolean =>
  !isHidden(key) && field.name !== omit?.parent

export const isTypeName = ({ field }: SelectedMember): boolean => field.name === '__typename'

function typeNameWriter({ key }: SelectedMember, object: SelectedObject): MemberWriter {
  const text = `${JSON.stringify(key)}:${JSON.stringify(spelledTypeName(object.type))}`
  return (data) => (data[key] === undefined ? '' : text)
}

function writerOfMember(member: SelectedMember): MemberWriter {
  const { key, field } = member
  const { keepNull } = fieldExtension(field)
  if (isMerged(member)) return mergingWriter(member)
  const write = memberWriter(member)
  const name = `${JSON.stringify(key)}:`
  const ofNull = keepNull ? `${name}null` : ''
  return (data) => {
    const value = data[key]
    // The field was skipped by a directive.
    if (value === undefined) return ''
    return value === null ? ofNull : name + write(value)
  }
}

function mergingWriter({ key, selection, field }: SelectedMember): MemberWriter {
  if (!selection) throw new Error(`${field.name} has no members to merge`)
  const write = writerByType(selection, (object) => membersWriter(object, ''))
  return (data) => {
    const value = data[key] as Members | null | undefined
    return value ? write(value) : ''
  }
}

/** The names of the members of a list, as JSON. */
export const memberNames = { items: '"items":', count: '"count":' } as const

function connectionWriter(form: ConnectionForm): Writer {
  if (form.kind === 'count') return (value) => asIs((value as Members)[form.count.key])
  return joined(connectionPieces(form))
}

function connectionPieces(form: Exclude<ConnectionForm, { kind: 'count' }>): PieceWriter {
  const writeNodes = pieceWriter(form.nodes)
  const nodesOf = (value: unknown) => writeNodes((value as Members)[form.nodes.key])
  if (form.kind === 'nodes') return nodesOf
  const countOf = (data: Members) => form.count && (data[form.count.key] as number | undefined)
  const writers = form.others.filter((member) => isSent(member)).map(writerOfMember)
  return function* (value, walk) {
    const data = value as Members
    yield `{${memberNames.items}`
    yield* nodesOf(value)
    const counted = countOf(data)
    if (counted !== undefined) yield `,${countText(counted)}`
    const info = data[form.pageInfo.key] as PageInfo
    for (const text of pageTexts(form.isEndless ? { ...info, hasNextPage: true } : info, walk, counted))
      yield `,${text}`
    for (const write of writers) {
      const member = write(data)
      if (member !== '') yield `,${member}`
    }
    yield '}'
  }
}

const countText = (count: number): string => memberNames.count + asIs(count)

interface PageInfo {
  readonly hasNextPage: boolean
  readonly endCursor?: string | null
}

/**
 * Returns the members that tell of a page: the count of the list if an earlier page has counted it, and the token of the next
 * page if there is one. `counted` is the count that this page has found.
 */
export function pageTexts(
  { hasNextPage, endCursor }: PageInfo,
  walk: ListWalk | undefined,
  counted: number | undefined,
): string[] {
  const count = walk?.count ?? counted
  const texts = walk?.count === undefined ? [] : [countText(walk.count)]
  if (!hasNextPage || !endCursor) return texts
  const page = walk && count !== undefined ? walk.tokenAfter(endCursor, count) : endCursor
  return [...texts, `"next":${JSON.stringify({ page })}`]
}

function nestingWriter({ field, selection }: SelectedMember, nesting: Nesting): Writer {
  if (!isListType(getNullableType(field.type)) || !selection) throw new Error(`${field.name} is not a list`)
  const write = writerByType(selection, (object) => ownMembersWriter(object, nesting))
  return (value) => nest(value as Members[], write, nesting)
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
  return (items) => {
    // As an object, because a repeated key has its last value.
    const texts = Object.fromEntries(
      (items as Members[]).map((item) => [item[key.key], write(item[value.key])]),
    )
    return `{${Object.entries(texts)
      .map(([name, text]) => `${JSON.stringify(name)}:${text}`)
      .join()}}`
  }
}

/** Writes every item among the children of its parent. Items whose parent is not in the list are at the root. */
function nest(data: readonly Members[], write: MemberWriter, { children, parentTypes }: Nesting): string {
  const roots: Members[] = []
  const childrenById = new Map<unknown, Members[]>()
  const isParent = (item: Members) => !parentTypes || parentTypes.includes(item.__typename as string)
  for (const item of data) if (isParent(item)) childrenById.set(item[nestingKeys.id], [])
  for (const item of data) (childrenById.get(item[nestingKeys.parent]) ?? roots).push(item)
  const listOf = (items: readonly Members[]): string => `[${items.map(treeOf).join()}]`
  const treeOf = (item: Members): string => {
    const members = write(item)
    if (!isParent(item)) return `{${members}}`
    const list = listOf(childrenById.get(item[nestingKeys.id]) ?? [])
    return `{${members}${members === '' ? '' : ','}${JSON.stringify(children)}:${list}}`
  }
  return listOf(roots)
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
