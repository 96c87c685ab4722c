import {
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
} from 'graphql'
import { Binding } from './bind-arguments.ts'
import { isConnectionType } from './connection-form.ts'
import { bareItems, empty, items, list, one, type Respond, type Route } from './route.ts'
import { isEmpty, type Row } from './row.ts'
import { isQuery, type Step, stepsOf } from './steps.ts'

export interface DerivingOptions {
  /**
   * The path parameters that come second in the reference where they are first in the path and set an argument that is optional,
   * because the second one names the object alone.
   */
  readonly owners?: readonly string[]
}

/** Returns the rows with the operations that follow from them. Throws an error that names the row if one does not fit. */
export const deriveRoutes = (
  schema: GraphQLSchema,
  rows: readonly Row[],
  options: DerivingOptions = {},
): Route[] =>
  rows.map((row) => {
    try {
      return deriveRoute(schema, row, options)
    } catch (error) {
      throw new Error(`${row.method} ${row.path}: ${(error as Error).message}`, { cause: error })
    }
  })

function deriveRoute(schema: GraphQLSchema, row: Row, options: DerivingOptions): Route {
  const { field, name, reply, beside, endless, member, inputs, location, later, ...kept } = row
  const steps = stepsOf(schema, row)
  const laterRow = { ...row, ...later, inputs: { ...inputs, ...later?.inputs } }
  return {
    ...kept,
    ...documentOf(row, steps, options),
    respond: respondOf(row, steps),
    ...(location !== undefined && { location: `${field}.${location}` }),
    ...(later && { later: documentOf(laterRow, steps, options) }),
  }
}

function respondOf(row: Row, steps: readonly Step[]): Respond {
  if (isEmpty(row)) return empty()
  const { type } = steps.at(-1) as Step
  const isList = isListType(getNullableType(type))
  if (row.member !== undefined && !isList)
    throw new Error(`${row.field} is no plain list: leave out the member of its items`)
  if (isList) return row.member === null ? bareItems(row.field) : items(row.field, row.member)
  return isConnectionType(type) ? list(row.field) : one(row.field)
}

function documentOf(
  row: Row,
  steps: readonly Step[],
  { owners = [] }: DerivingOptions,
): Pick<Route, 'operation' | 'fragments' | 'variables'> {
  const { values, declarations } = new Binding(row, steps, owners)
  const [root] = steps as readonly [Step]
  const name = row.name ?? `${root.name[0]?.toUpperCase()}${root.name.slice(1)}`
  const declared = declarations.map((each) => `$${each.name}: ${each.type}`).join(', ')
  const selection = steps.reduceRight(
    (below, step) => {
      const set = step.args.flatMap((argument) => {
        const value = values.get(argument)
        return value === undefined ? [] : [`${argument.name}: ${value}`]
      })
      const text = `${step.name}${set.length > 0 ? `(${set.join(', ')})` : ''}${below}`
      return step.condition === undefined ? ` { ${text} }` : ` { ... on ${step.condition} { ${text} } }`
    },
    selectionOf(row, steps.at(-1) as Step),
  )
  const fragment = fragmentName(row)
  return {
    operation: `${isQuery(row) ? 'query' : 'mutation'} ${name}${declared && `(${declared})`}${selection}`,
    fragments: [...(fragment ? [row.reply as string] : []), ...(row.fragments ?? [])],
    variables: Object.fromEntries(
      declarations.flatMap((each) => (each.source ? [[each.name, each.source]] : [])),
    ),
  }
}

/** Returns the name of the fragment that is the reply; undefined for a selection. */
const fragmentName = ({ reply = '' }: Row): string | undefined => /^\s*fragment\s+(\w+)/.exec(reply)?.[1]

function selectionOf(row: Row, { type }: Step): string {
  const named = getNamedType(type)
  if (isLeafType(named)) return ''
  const fragment = fragmentName(row)
  const reply = fragment === undefined ? row.reply : `...${fragment}`
  if (isEmpty(row)) return ' { __typename }'
  if (reply === undefined) throw new Error(`say in reply which fields of ${named.name} to send`)
  if (!isConnectionType(type)) return ` { ${reply} }`
  if (row.endless) return ` { pageInfo { endCursor } nodes { ${reply} } }`
  const count = isObjectType(named) && named.getFields().totalCount ? 'totalCount ' : ''
  return ` { ${count}pageInfo { hasNextPage endCursor } ${row.beside ?? ''} nodes { ${reply} } }`
}
