import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { schema } from '../../../src/server/graph.ts'
import type { Screen } from '../../docs/screens.ts'
import { withTypeNames } from './screens.ts'

/** The variables of the screens, which a mutation declares beside its own. */
const screenVariables = {
  org: 'ID!',
  space: 'ID!',
  page: 'ID!',
  changeRequest: 'ID!',
  site: 'ID!',
  admin: 'Boolean!',
} as const

const prefixed = (name: string) => `screen_${name}`

/** Returns the values of screens under the names that mutations have for them. */
export const asScreenVariables = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [prefixed(name), value]))

/** The edges from an object to its owner. */
const ownerEdges = ['organization', 'space', 'site', 'parent', 'changeRequest', 'comment'] as const

type Fields = Readonly<Record<string, GraphQLField<unknown, unknown>>>

const fieldsOf = (type: GraphQLNamedType | undefined): Fields =>
  isObjectType(type) || isInterfaceType(type) ? type.getFields() : {}

const hasId = (type: GraphQLNamedType): boolean => 'id' in fieldsOf(type)

/** Returns whether a selection on objects of one type can be spread on those of another. */
const applies = (from: GraphQLNamedType, to: GraphQLNamedType): boolean =>
  from === to ||
  (isInterfaceType(from) && isObjectType(to) && schema.isSubType(from, to)) ||
  (isInterfaceType(to) && isObjectType(from) && schema.isSubType(to, from))

interface Selected {
  readonly type: GraphQLNamedType
  readonly text: string
}

/**
 * The selections of the screens of an application. Of each object in a payload it selects all that its screens show of such
 * an object, wherever they do.
 */
export class ScreenSelections {
  readonly #selected = new Map<string, Selected>()
  readonly #fragments = new Map<string, string>()
  readonly #queries = new Map<string, string>()

  constructor(screens: readonly Screen[]) {
    for (const { name, document } of screens) this.#include(name, withPrefixedVariables(document))
  }

  #include(screen: string, document: DocumentNode): void {
    for (const definition of document.definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION)
        this.#fragments.set(definition.name.value, print(definition))
      if (definition.kind === Kind.OPERATION_DEFINITION)
        this.#queries.set(screen, `... on Query ${print(definition.selectionSet)}`)
    }
    const info = new TypeInfo(schema)
    const select = (type: GraphQLNamedType | undefined, text: string) => {
      if (type && hasId(type)) this.#selected.set(`${type} ${text}`, { type, text })
    }
    visit(
      document,
      visitWithTypeInfo(info, {
        Field({ selectionSet }) {
          const type = info.getType()
          if (selectionSet && type) select(getNamedType(type), print(selectionSet))
        },
        FragmentDefinition: ({ typeCondition, selectionSet }) =>
          select(schema.getType(typeCondition.name.value), print(selectionSet)),
      }),
    )
  }

  /**
   * Returns the document of an application for a mutation. It calls the mutation as the given document does, and selects the
   * objects of the payload with the owners that they lead to, unless they are not asked for, and the queries of screens.
   */
  mutation(
    given: string,
    { screens, objects }: { readonly screens: readonly string[]; readonly objects: boolean },
  ): DocumentNode {
    const [operation] = parse(given, { noLocation: true }).definitions as [OperationDefinitionNode]
    const [field] = operation.selectionSet.selections as readonly [FieldNode]
    const call = print({ ...field, selectionSet: undefined })
    const declaration = schema.getMutationType()?.getFields()[field.name.value] as Fields[string]
    const payload = objects ? this.#payload(declaration) : ''
    const queries = screens.map((name) => this.#queries.get(name))
    const body = `${call} { ${payload} ${queries.length > 0 ? `query { ${queries.join('\n')} }` : ''} }`
    const fragments = [...this.#fragments].filter(([name]) => this.#isSpread(name, body))
    const text = [body, ...fragments.map(([, fragment]) => fragment)].join('\n')
    const variables = [
      ...(operation.variableDefinitions ?? []).map(
        (each) => [each.variable.name.value, print(each)] as const,
      ),
      ...Object.entries(screenVariables).map(
        ([name, type]) => [prefixed(name), `$${prefixed(name)}: ${type}`] as const,
      ),
    ].filter(([name]) => new RegExp(`\\$${name}\\b`).test(text))
    const declared = variables.length > 0 ? `(${variables.map(([, variable]) => variable).join(', ')})` : ''
    return withTypeNames(
      `mutation Change${declared} { ${body} }\n${fragments.map(([, fragment]) => fragment).join('\n')}`,
    )
  }

  #payload({ type }: Fields[string]): string {
    const fields = Object.values((getNamedType(type) as GraphQLObjectType).getFields())
    const types = fields.map((field) => getNamedType(field.type))
    return fields
      .filter(({ name }) => name !== 'query')
      .map((field) => {
        const fieldType = getNamedType(field.type)
        return isLeafType(fieldType) ? field.name : `${field.name} { ${this.#object(fieldType, types)} }`
      })
      .join('\n')
  }

  /** Returns the selection on an object of a payload, with the owners that the payload does not have itself. */
  #object(type: GraphQLNamedType, others: readonly GraphQLNamedType[]): string {
    const fields = fieldsOf(type)
    const owners = ownerEdges.flatMap((name) => {
      const owner = fields[name] && getNamedType(fields[name].type)
      if (!owner || !hasId(owner) || others.includes(owner)) return []
      return [`${name} { id ${this.#selectedOn(owner)} }`]
    })
    return ['__typename', hasId(type) ? 'id' : '', this.#selectedOn(type), ...owners].join('\n')
  }

  #selectedOn(type: GraphQLNamedType): string {
    return [...this.#selected.values()]
      .filter((selected) => applies(selected.type, type))
      .map(({ type: { name }, text }) => `... on ${name} ${text}`)
      .join('\n')
  }

  /** Returns whether a text spreads a fragment, itself or in one that it spreads. */
  #isSpread(name: string, text: string): boolean {
    return [...text.matchAll(/\.\.\.(\w+)/g)]
      .map((match) => match[1] as string)
      .some((spread) => spread === name || this.#isSpread(name, this.#fragments.get(spread) ?? ''))
  }
}

const withPrefixedVariables = (document: string): DocumentNode =>
  visit(parse(document, { noLocation: true }), {
    Variable: (node) => ({ ...node, name: { ...node.name, value: prefixed(node.name.value) } }),
  })
