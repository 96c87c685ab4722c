import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  Kind,
  OperationTypeNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import { queryLimits } from './query-limits.ts'
import { badRequest } from './reasons.ts'

/** The size of a selection set, with every fragment counted where it is spread. */
interface Measure {
  depth: number
  fields: number
  aliases: number
  directives: number
  /** The fields of the first level. */
  roots: number
  schemas: number
  types: number
}

const emptyMeasure = (): Measure => ({
  depth: 0,
  fields: 0,
  aliases: 0,
  directives: 0,
  roots: 0,
  schemas: 0,
  types: 0,
})

/**
 * Returns an error if an operation of the document is absurd at sight. What an operation reads is counted while it is
 * executed.
 */
export function documentFaults(document: DocumentNode): GraphQLError[] {
  const measureFragment = fragmentMeasures(document)
  return document.definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return []
    const measure = measureSet(definition.selectionSet, measureFragment)
    measure.directives += definition.directives?.length ?? 0
    const mutations = definition.operation === OperationTypeNode.MUTATION ? measure.roots : 0
    return faultsOf({ ...measure, mutations })
  })
}

function faultsOf(measure: Measure & { readonly mutations: number }): GraphQLError[] {
  const exceeded = Object.entries(phrases).find(
    ([name]) => measure[name as Limited] > maximumOf(name as Limited),
  )
  if (!exceeded) return []
  const [name, unit] = exceeded as [Limited, string]
  return [badRequest('OPERATION_TOO_COMPLEX', { count: measure[name], unit, maximum: maximumOf(name) })]
}

/** The names of the limited quantities in the error. */
const phrases = {
  depth: 'levels of fields',
  fields: 'fields',
  aliases: 'aliases',
  directives: 'directives',
  mutations: 'mutations',
  schemas: 'fields __schema',
  types: 'fields __type',
}

type Limited = keyof typeof phrases

const maximumOf = (name: Limited): number =>
  name === 'schemas' || name === 'types' ? queryLimits.introspections : queryLimits[name]

type MeasureFragment = (name: string) => Measure

/** Returns a function that measures fragments by name, each once. Unknown fragments and cycles count as empty. */
function fragmentMeasures(document: DocumentNode): MeasureFragment {
  const definitions = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) definitions.set(definition.name.value, definition)
  const measures = new Map<string, Measure>()
  const measureFragment: MeasureFragment = (name) => {
    const known = measures.get(name)
    const definition = definitions.get(name)
    if (known || !definition) return known ?? emptyMeasure()
    measures.set(name, emptyMeasure())
    const measure = measureSet(definition.selectionSet, measureFragment)
    measure.directives += definition.directives?.length ?? 0
    measures.set(name, measure)
    return measure
  }
  return measureFragment
}

function measureSet({ selections }: SelectionSetNode, measureFragment: MeasureFragment): Measure {
  const total = emptyMeasure()
  for (const selection of selections) {
    const measure = measureSelection(selection, measureFragment)
    total.depth = Math.max(total.depth, measure.depth)
    for (const name of ['fields', 'aliases', 'roots', 'schemas', 'types'] as const)
      total[name] += measure[name]
    total.directives += measure.directives + (selection.directives?.length ?? 0)
  }
  return total
}

function measureSelection(selection: SelectionNode, measureFragment: MeasureFragment): Measure {
  if (selection.kind === Kind.FRAGMENT_SPREAD) return measureFragment(selection.name.value)
  if (selection.kind === Kind.INLINE_FRAGMENT) return measureSet(selection.selectionSet, measureFragment)
  const below = selection.selectionSet ? measureSet(selection.selectionSet, measureFragment) : emptyMeasure()
  const name = selection.name.value
  return {
    depth: below.depth + 1,
    fields: below.fields + 1,
    aliases: below.aliases + (selection.alias ? 1 : 0),
    directives: below.directives,
    roots: 1,
    schemas: below.schemas + (name === '__schema' ? 1 : 0),
    types: below.types + (name === '__type' ? 1 : 0),
  }
}
