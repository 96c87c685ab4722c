import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  TypeNameMetaFieldDef,
} from 'graphql'
import type { PreparedOperation } from '../graphql/execute.ts'
import { fieldExtension, typeExtension } from './extensions.ts'
import { fragmentsOf, isHidden } from './operation.ts'

/** The fields that a document selects on a type, with all fragments resolved. */
export interface Selection {
  readonly type: GraphQLCompositeType
  /** By name of the possible object types. */
  readonly objects: ReadonlyMap<string, SelectedObject>
  /** The name of the fragment that is the whole selection, if any. */
  readonly fragment: string | undefined
}

export interface SelectedObject {
  readonly type: GraphQLObjectType
  readonly members: readonly SelectedMember[]
}

export interface SelectedMember {
  readonly key: string
  readonly field: GraphQLField<unknown, unknown>
  /** All nodes that select the field. They have the same arguments. */
  readonly nodes: readonly FieldNode[]
  /** Whether a directive may skip the field. */
  readonly conditional: boolean
  readonly selection: Selection | undefined
}

/** The alias with which a row merges the members of an object into its parent. */
const mergedAlias = 'mergedMembers'

/** Returns whether the members of an object are merged into its parent. */
export const isMerged = ({ key, field }: Pick<SelectedMember, 'key' | 'field'>): boolean =>
  key === mergedAlias || fieldExtension(field).merge === true

export function selectOperation(
  schema: GraphQLSchema,
  { document, operation }: PreparedOperation,
): Selection {
  const root = schema.getRootType(operation.operation)
  if (!root) throw new Error(`the schema has no ${operation.operation}`)
  return new SelectionReader(schema, fragmentsOf(document)).select(root, [operation.selectionSet])
}

/** Returns the member at a dotted path of response keys. Throws if the document does not select it. */
export const memberAt = (selection: Selection, path: string): SelectedMember =>
  membersAlong(selection, path).at(-1) as SelectedMember

/** Returns the members along a dotted path of response keys, outermost first. */
export function membersAlong(selection: Selection, path: string): SelectedMember[] {
  let current: Selection | undefined = selection
  return path.split('.').map((key) => {
    const member: SelectedMember | undefined =
      current && membersOf(current).find((candidate) => candidate.key === key)
    if (!member) throw new Error(`the document selects nothing at ${path}`)
    current = member.selection
    return member
  })
}

export const membersOf = (selection: Selection): SelectedMember[] =>
  [...selection.objects.values()].flatMap((object) => object.members)

/** Returns the member whose value REST has in place of the object, if the type declares one. */
export function valueMember({ type, members }: SelectedObject): SelectedMember | undefined {
  const { value } = typeExtension(type)
  if (value === undefined) return undefined
  const found = members.find(({ field }) => field.name === value)
  if (!found) throw new Error(`${type.name} is sent as its field ${value}, which is not selected`)
  return found
}

interface Occurrences {
  readonly nodes: FieldNode[]
  conditional: boolean
}

class SelectionReader {
  readonly #schema: GraphQLSchema
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>

  constructor(schema: GraphQLSchema, fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
    this.#schema = schema
    this.#fragments = fragments
  }

  select(type: GraphQLCompositeType, sets: readonly SelectionSetNode[]): Selection {
    const possible = isAbstractType(type) ? this.#schema.getPossibleTypes(type) : [type]
    const objects = possible.map((object) => [object.name, this.#selectObject(object, sets)] as const)
    return { type, objects: new Map(objects), fragment: this.#soleFragment(type, sets) }
  }

  #selectObject(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): SelectedObject {
    const occurrences = new Map<string, Occurrences>()
    for (const set of sets) this.#collect(type, set, false, occurrences)
    return { type, members: [...occurrences].map(([key, found]) => this.#member(type, key, found)) }
  }

  #member(type: GraphQLObjectType, key: string, { nodes, conditional }: Occurrences): SelectedMember {
    const name = (nodes[0] as FieldNode).name.value
    const field = name === '__typename' ? TypeNameMetaFieldDef : type.getFields()[name]
    if (!field) throw new Error(`${type.name} has no field ${name}`)
    const named = getNamedType(field.type)
    const sets = nodes.flatMap((node) => node.selectionSet ?? [])
    const selection = isCompositeType(named) ? this.select(named, sets) : undefined
    return { key, field, nodes, conditional, selection }
  }

  #collect(
    type: GraphQLObjectType,
    set: SelectionSetNode,
    conditional: boolean,
    occurrences: Map<string, Occurrences>,
  ): void {
    for (const node of set.selections) {
      const here = conditional || isConditional(node)
      if (node.kind === Kind.FIELD) {
        const key = node.alias?.value ?? node.name.value
        const present = occurrences.get(key)
        present?.nodes.push(node)
        if (present) present.conditional &&= here
        else occurrences.set(key, { nodes: [node], conditional: here })
        continue
      }
      const source = node.kind === Kind.FRAGMENT_SPREAD ? this.#fragment(node.name.value) : node
      if (this.#applies(source.typeCondition?.name.value, type))
        this.#collect(type, source.selectionSet, here, occurrences)
    }
  }

  #applies(condition: string | undefined, type: GraphQLObjectType): boolean {
    if (condition === undefined || condition === type.name) return true
    const conditionType = this.#schema.getType(condition)
    return isAbstractType(conditionType) && this.#schema.isSubType(conditionType, type)
  }

  #fragment(name: string): FragmentDefinitionNode {
    const fragment = this.#fragments.get(name)
    if (!fragment) throw new Error(`there is no fragment ${name}`)
    return fragment
  }

  #soleFragment(type: GraphQLCompositeType, sets: readonly SelectionSetNode[]): string | undefined {
    const shown = sets.flatMap((set) => set.selections).filter((node) => !isHiddenField(node))
    const names = new Set(
      shown.map((node) =>
        node.kind === Kind.FRAGMENT_SPREAD && !isConditional(node) ? node.name.value : undefined,
      ),
    )
    const [name] = names
    if (names.size !== 1 || name === undefined) return undefined
    return this.#fragment(name).typeCondition.name.value === type.name ? name : undefined
  }
}

const isHiddenField = (node: SelectionNode): boolean =>
  node.kind === Kind.FIELD && isHidden(node.alias?.value ?? node.name.value)

const isConditional = (node: SelectionNode | OperationDefinitionNode): boolean =>
  (node.directives ?? []).some(({ name }) => name.value === 'include' || name.value === 'skip')
