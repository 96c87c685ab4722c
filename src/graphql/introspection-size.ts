import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { getOrCreate } from '../base/get-or-create.ts'

/** The numbers of items of the lists of introspection, on average, by field. Other fields have one value. */
type ItemCounts = Readonly<Record<string, number>>

/** The items of lists of a type: of all types, of a type that a field has, and of the largest one. */
interface SchemaSize {
  readonly ofAll: ItemCounts
  readonly ofReferred: ItemCounts
  readonly ofLargest: ItemCounts
}

/** A type that wraps another is one of two. */
const wrappedShare = 0.5

const sizes = new WeakMap<GraphQLSchema, SchemaSize>()

/** Returns about how many values the fields `__schema` and `__type` of a document answer, without executing it. */
export function introspectionSize(schema: GraphQLSchema, document: DocumentNode): number {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  const measure = new Measure(
    getOrCreate(sizes, schema, () => sizeOfSchema(schema)),
    fragments,
  )
  return document.definitions.reduce(
    (sum, definition) =>
      definition.kind === Kind.OPERATION_DEFINITION ? sum + measure.ofRoots(definition.selectionSet) : sum,
    0,
  )
}

class Measure {
  readonly #size: SchemaSize
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly #open = new Set<string>()

  constructor(size: SchemaSize, fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
    this.#size = size
    this.#fragments = fragments
  }

  ofRoots(selections: SelectionSetNode): number {
    const { ofAll, ofLargest } = this.#size
    return this.#sum(selections, (name, below) => {
      if (name === '__schema') return below ? this.#values(below, ofAll) : 0
      return name === '__type' && below ? this.#values(below, ofLargest) : 0
    })
  }

  #values(selections: SelectionSetNode, counts: ItemCounts): number {
    const { ofAll, ofReferred } = this.#size
    return this.#sum(selections, (name, below) => {
      const items = counts[name] ?? 1
      return items * (1 + (below ? this.#values(below, name === 'types' ? ofAll : ofReferred) : 0))
    })
  }

  #sum(
    { selections }: SelectionSetNode,
    measure: (name: string, below: SelectionSetNode | undefined) => number,
  ): number {
    let sum = 0
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) sum += measure(selection.name.value, selection.selectionSet)
      else if (selection.kind === Kind.INLINE_FRAGMENT) sum += this.#sum(selection.selectionSet, measure)
      else sum += this.#ofFragment(selection.name.value, measure)
    }
    return sum
  }

  /** Unknown fragments and cycles count as empty. */
  #ofFragment(name: string, measure: (name: string, below: SelectionSetNode | undefined) => number): number {
    const fragment = this.#fragments.get(name)
    if (!fragment || this.#open.has(name)) return 0
    this.#open.add(name)
    const sum = this.#sum(fragment.selectionSet, measure)
    this.#open.delete(name)
    return sum
  }
}

function sizeOfSchema(schema: GraphQLSchema): SchemaSize {
  const types = Object.values(schema.getTypeMap())
  const fields = types.flatMap((type) => fieldsOf(type))
  const largest = types.reduce((most, type) => (fieldsOf(type).length > fieldsOf(most).length ? type : most))
  const referred = fields.map(({ type }) => getNamedType(type))
  return {
    ofAll: countsOf(schema, types, fields),
    ofReferred: countsOf(schema, referred, fields),
    ofLargest: countsOf(schema, [largest], fields),
  }
}

const fieldsOf = (type: GraphQLNamedType) =>
  isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : []

function countsOf(
  schema: GraphQLSchema,
  types: readonly GraphQLNamedType[],
  fields: ReturnType<typeof fieldsOf>,
): ItemCounts {
  const average = <Item>(items: readonly Item[], count: (item: Item) => number) =>
    items.reduce((sum, item) => sum + count(item), 0) / Math.max(1, items.length)
  const directives = schema.getDirectives()
  return {
    types: Object.keys(schema.getTypeMap()).length,
    directives: directives.length,
    locations: average(directives, ({ locations }) => locations.length),
    args: average(fields, ({ args }) => args.length),
    fields: average(types, (type) => fieldsOf(type).length),
    inputFields: average(types, (type) =>
      isInputObjectType(type) ? Object.keys(type.getFields()).length : 0,
    ),
    enumValues: average(types, (type) => (isEnumType(type) ? type.getValues().length : 0)),
    interfaces: average(types, (type) =>
      isObjectType(type) || isInterfaceType(type) ? type.getInterfaces().length : 0,
    ),
    possibleTypes: average(types, (type) =>
      isInterfaceType(type) || isUnionType(type) ? schema.getPossibleTypes(type).length : 0,
    ),
    ofType: wrappedShare,
  }
}
