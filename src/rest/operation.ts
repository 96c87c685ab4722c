import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  Kind,
  parse,
  print,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { type PreparedOperation, prepareOperation } from '../graphql/execute.ts'
import { fieldExtension, type Nesting } from './extensions.ts'
import type { Route } from './route.ts'

/** Returns whether a response key is internal: keys that begin with an underscore are never sent. */
export const isHidden = (responseKey: string): boolean => responseKey.startsWith('_')

/** The response keys of the fields that nesting requires. */
export const nestingKeys = {
  id: '_nestingId',
  parent: '_nestingParent',
} as const

/** Prepares the document of a row: joins its fragments, adds the fields that the representation needs, validates it. */
export function assembleOperation(schema: GraphQLSchema, route: Route): PreparedOperation {
  const document = parse(joinDefinitions(route), { noLocation: true })
  return prepareOperation(schema, print(completeSelections(schema, document)))
}

function joinDefinitions({ operation, fragments = [] }: Route): string {
  const definitions = new Map<string, string>()
  const parsed = fragments.flatMap((text) => parse(text, { noLocation: true }).definitions)
  for (const definition of parsed) {
    if (definition.kind !== Kind.FRAGMENT_DEFINITION)
      throw new Error('fragments may contain fragment definitions only')
    const text = print(definition)
    const present = definitions.get(definition.name.value)
    if (present && present !== text) throw new Error(`fragment ${definition.name.value} has two definitions`)
    definitions.set(definition.name.value, text)
  }
  return [operation, ...definitions.values()].join('\n')
}

function completeSelections(schema: GraphQLSchema, document: DocumentNode): DocumentNode {
  const types = new TypeInfo(schema)
  return visit(
    document,
    visitWithTypeInfo(types, {
      Field: {
        leave: (node) => {
          const field = types.getFieldDef()
          const nesting = field && fieldExtension(field).nest
          if (!nesting || !node.selectionSet) return undefined
          return { ...node, selectionSet: prepend(node.selectionSet, nestingFields(nesting)) }
        },
      },
      SelectionSet: {
        leave: (node) => {
          const parent = getNamedType(types.getParentType())
          return isAbstractType(parent) ? prepend(node, [fieldNode('__typename')]) : undefined
        },
      },
    }),
  )
}

/**
 * Returns the operation without the number of items of the list at a dotted path of response keys; undefined if it does not count
 * them, or elsewhere than there.
 */
export function withoutCount(operation: string, at: string): string | undefined {
  let isCounted = false
  const keys: string[] = []
  const document = visit(parse(operation, { noLocation: true }), {
    Field: {
      enter: ({ name, alias }) => {
        keys.push((alias ?? name).value)
        if (name.value !== 'totalCount' || keys.slice(0, -1).join('.') !== at) return undefined
        isCounted = true
        keys.pop()
        return null
      },
      leave: () => {
        keys.pop()
      },
    },
  })
  return isCounted ? print(document) : undefined
}

const nestingFields = ({ id = 'id', parent }: Nesting): FieldNode[] => [
  fieldNode(id, nestingKeys.id),
  fieldNode(parent, nestingKeys.parent),
]

const fieldNode = (name: string, alias?: string): FieldNode => ({
  kind: Kind.FIELD,
  name: { kind: Kind.NAME, value: name },
  ...(alias && { alias: { kind: Kind.NAME, value: alias } }),
})

const prepend = (set: SelectionSetNode, fields: readonly FieldNode[]): SelectionSetNode => ({
  ...set,
  selections: [...fields, ...set.selections],
})

export function fragmentsOf(document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  return new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition]] : [],
    ),
  )
}
