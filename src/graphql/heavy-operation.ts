import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  Kind,
  OperationTypeNode,
  type SelectionSetNode,
  typeFromAST,
  type ValueNode,
} from 'graphql'
import { type HeavyWork, heavyWork, largeQueryObjects, type WorkLimits } from '../admission/heavy-work.ts'
import { getOrCreate } from '../base/get-or-create.ts'
import { defaultPageSize } from '../graph/declare/connection.ts'
import { weightOf } from './heavy-plugin.ts'

type Variables = Readonly<Record<string, unknown>> | null | undefined

/** A field that is heavy or counts as many objects, or a list below which there may be such fields. */
interface Part {
  readonly work: HeavyWork | undefined
  /** The number of objects that the field, or each item of the list, counts as. */
  readonly objects: number
  /** The size of the list from which on the field is heavy. */
  readonly above: number
  /** The values that give the size of the list. Undefined if the field is not a list. */
  readonly sizes: readonly ValueNode[] | undefined
  readonly parts: readonly Part[]
  /** Whether it leads to the queries in a payload. */
  readonly isQuery?: true
}

const partsByDocument = new WeakMap<DocumentNode, Map<string, readonly Part[]>>()

/** Returns the kind of heavy work that an operation is; undefined for most, which are not heavy. */
export function heavyWorkOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Variables,
  operationName: string | null | undefined,
): HeavyWork | undefined {
  const ofDocument = getOrCreate(partsByDocument, document, () => new Map<string, readonly Part[]>())
  let parts = ofDocument.get(operationName ?? '')
  if (!parts) {
    parts = partsOfOperation(schema, document, operationName)
    ofDocument.set(operationName ?? '', parts)
  }
  if (parts.length === 0) return undefined
  const heavy = heavyPart(parts, variables)
  if (heavy) return heavy
  const isQuery = getOperationAST(document, operationName)?.operation === OperationTypeNode.QUERY
  const queries = isQuery ? parts : queriesIn(parts)
  return requestedObjects(queries, variables) >= largeQueryObjects ? 'queries' : undefined
}

/** Returns the queries in the payloads of mutations. */
const queriesIn = (parts: readonly Part[]): readonly Part[] =>
  parts.flatMap((part) => (part.isQuery ? [part] : queriesIn(part.parts)))

function heavyPart(parts: readonly Part[], variables: Variables): HeavyWork | undefined {
  for (const part of parts) {
    if (part.work && sizeOf(part, variables) > part.above) return part.work
    const below = heavyPart(part.parts, variables)
    if (below) return below
  }
  return undefined
}

const requestedObjects = (parts: readonly Part[], variables: Variables): number =>
  parts.reduce(
    (sum, part) => sum + sizeOf(part, variables) * (part.objects + requestedObjects(part.parts, variables)),
    0,
  )

/** Returns the number of items that are asked for; 1 for a field that is no list. */
function sizeOf({ sizes }: Part, variables: Variables): number {
  if (!sizes) return 1
  for (const value of sizes) {
    const given =
      value.kind === Kind.VARIABLE
        ? variables?.[value.name.value]
        : value.kind === Kind.INT
          ? Number(value.value)
          : undefined
    if (typeof given === 'number') return given
  }
  return defaultPageSize
}

function partsOfOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
): readonly Part[] {
  const operation = getOperationAST(document, operationName)
  const root = operation && schema.getRootType(operation.operation)
  return root ? partsOf(schema, document, root, operation.selectionSet) : []
}

/**
 * Returns the heavy fields, those that count as many objects, and the lists of a selection. Fields between them are left
 * out.
 */
function partsOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  parent: GraphQLNamedType,
  { selections }: SelectionSetNode,
): readonly Part[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return partsOfField(schema, document, parent, selection)
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT
        ? selection
        : document.definitions.find(
            (definition) =>
              definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === selection.name.value,
          )
    if (!fragment || !('selectionSet' in fragment) || !fragment.selectionSet) return []
    const condition = 'typeCondition' in fragment ? fragment.typeCondition : undefined
    const type = condition ? typeFromAST(schema, condition) : parent
    return type ? partsOf(schema, document, type, fragment.selectionSet) : []
  })
}

function partsOfField(
  schema: GraphQLSchema,
  document: DocumentNode,
  parent: GraphQLNamedType,
  { name, arguments: given = [], selectionSet }: FieldNode,
): readonly Part[] {
  const field = 'getFields' in parent ? parent.getFields()[name.value] : undefined
  if (!field) return []
  const parts = selectionSet ? partsOf(schema, document, getNamedType(field.type), selectionSet) : []
  if (getNamedType(field.type) === schema.getQueryType())
    return parts.length > 0 ? [{ ...plainPart, parts, isQuery: true }] : []
  const { heavy: work, countsAs: objects } = weightOf(field)
  const isList = 'args' in field && field.args.some((argument) => argument.name === 'first')
  if (!work && !objects && !isList) return parts
  const sizes = isList ? given.filter(isPageSize).map(({ value }) => value) : undefined
  const { above = 0 }: Partial<WorkLimits> = work ? heavyWork[work] : {}
  return [{ work, objects: objects ?? 1, above, sizes, parts }]
}

const plainPart = { work: undefined, objects: 0, above: 0, sizes: undefined } as const

const isPageSize = ({ name }: ArgumentNode): boolean => name.value === 'first' || name.value === 'last'
