import {
  type GraphQLArgument,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'
import type { NestedSources, Respond, Route, VariableSource } from './route.ts'
import { bareItems, body, empty, isSource, items, list, one, path, query } from './route.ts'
import { parameterNames } from './router.ts'
import { type Input, type Row, Variable } from './row.ts'

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
  rows: readonly (Row | Route)[],
  options: DerivingOptions = {},
): Route[] =>
  rows.map((row) => {
    if ('operation' in row) return row
    try {
      return deriveRoute(schema, row, options)
    } catch (error) {
      throw new Error(`${row.method} ${row.path}: ${(error as Error).message}`, { cause: error })
    }
  })

function deriveRoute(schema: GraphQLSchema, row: Row, options: DerivingOptions): Route {
  const { field, name, reply, beside, member, inputs, location, later, ...kept } = row
  const respond = respondOf(schema, row)
  const laterRow = { ...row, ...later, inputs: { ...inputs, ...later?.inputs } }
  return {
    ...kept,
    ...documentOf(schema, row, options),
    respond,
    ...(location !== undefined && { location: `${field}.${location}` }),
    ...(later && { later: documentOf(schema, laterRow, options) }),
  }
}

/** A field on the way to what is sent. */
interface Step {
  readonly name: string
  readonly args: readonly GraphQLArgument[]
  readonly type: GraphQLOutputType
  /** The type on which the field is selected, if that of the parent does not have it. */
  readonly condition: string | undefined
}

/** The place of an argument. */
interface Target {
  readonly step: Step
  readonly argument: GraphQLArgument
}

interface Declaration {
  readonly name: string
  readonly type: string
  readonly source: VariableSource | NestedSources | undefined
}

const isQuery = ({ method, reads }: Row): boolean => method === 'GET' || reads === true

function stepsOf(schema: GraphQLSchema, row: Row): Step[] {
  let parent: GraphQLNamedType | null | undefined = isQuery(row)
    ? schema.getQueryType()
    : schema.getMutationType()
  return row.field.split('.').map((name) => {
    const step = stepTo(schema, parent, name)
    parent = getNamedType(step.type)
    return step
  })
}

function stepTo(schema: GraphQLSchema, parent: GraphQLNamedType | null | undefined, name: string): Step {
  const own = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined
  if (own) return { name, args: own.args, type: own.type, condition: undefined }
  const having = isAbstractType(parent)
    ? schema.getPossibleTypes(parent).filter((type) => type.getFields()[name])
    : []
  const [only, ...others] = having
  const field = only?.getFields()[name]
  if (others.length > 0)
    throw new Error(`several types have the field ${name} of ${parent}: select it in the reply of ${parent}`)
  if (!only || !field) throw new Error(`${parent} has no field ${name}`)
  return { name, args: field.args, type: field.type, condition: only.name }
}

function isConnection(type: GraphQLOutputType): boolean {
  const object = getNullableType(type)
  return isObjectType(object) && ['nodes', 'pageInfo'].every((name) => object.getFields()[name])
}

const isEmpty = ({ status }: Row): boolean => status === 204 || status === 205

function respondOf(schema: GraphQLSchema, row: Row): Respond {
  if (isEmpty(row)) return empty()
  const { type } = stepsOf(schema, row).at(-1) as Step
  const isList = isListType(getNullableType(type))
  if (row.member !== undefined && !isList)
    throw new Error(`${row.field} is no plain list: leave out the member of its items`)
  if (isList) return row.member === null ? bareItems(row.field) : items(row.field, row.member)
  return isConnection(type) ? list(row.field) : one(row.field)
}

function documentOf(
  schema: GraphQLSchema,
  row: Row,
  { owners = [] }: DerivingOptions,
): Pick<Route, 'operation' | 'fragments' | 'variables'> {
  const steps = stepsOf(schema, row)
  const { values, declarations } = new Binding(row, steps, owners)
  const [root] = steps as [Step]
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
  if (!isConnection(type)) return ` { ${reply} }`
  const count = isObjectType(named) && named.getFields().totalCount ? 'totalCount ' : ''
  return ` { ${count}pageInfo { hasNextPage endCursor } ${row.beside ?? ''} nodes { ${reply} } }`
}

/** Finds what sets the arguments of a row. The rules are those that `routesOf` explains. */
class Binding {
  readonly #row: Row
  readonly #targets: readonly Target[]
  readonly #owners: readonly string[]
  /** The values of the arguments in GraphQL. */
  readonly values = new Map<GraphQLArgument, string>()
  readonly declarations: readonly Declaration[]

  constructor(row: Row, steps: readonly Step[], owners: readonly string[]) {
    this.#row = row
    this.#owners = owners
    this.#targets = steps.flatMap((step) => step.args.map((argument) => ({ step, argument })))
    const listed = Object.entries(row.inputs ?? {}).flatMap(([name, input]) => this.#bindListed(name, input))
    const implied = [...this.#bindPath(), ...this.#bindBody(), ...this.#bindPage(steps.at(-1) as Step)]
    this.declarations = [...implied, ...listed]
    this.#checkRequired()
  }

  #bindListed(name: string, input: Input): Declaration[] {
    const target = this.#targets.findLast(({ argument }) => argument.name === name)
    if (typeof input === 'string') {
      if (!target) throw this.#unknown(name)
      this.values.set(target.argument, input)
      return []
    }
    if (target) this.values.set(target.argument, `$${name}`)
    if (input instanceof Variable) return [{ name, type: input.type, source: input.source }]
    if (!target) throw this.#unknown(name)
    return [{ name, type: typeOf(target.argument), source: input }]
  }

  #unknown(name: string): Error {
    const known = this.#targets.map(({ step, argument }) => `${argument.name} of ${step.name}`)
    return new Error(
      `inputs has ${name}, but no field of ${this.#row.field} has such an argument, only ${known.join(', ') || 'none'}: ` +
        `correct the name, or declare a variable of the reply by ${name}: variable(type, source)`,
    )
  }

  #bindPath(): Declaration[] {
    const listed = new Set(Object.values(this.#row.inputs ?? {}).flatMap(pathsIn))
    const names = parameterNames(this.#row.path).filter((name) => !listed.has(name))
    const rules = [hasName, hasMember, hasEnding]
    const found = new Map<string, Declaration>()
    for (const rule of rules)
      for (const name of names) {
        if (found.has(name)) continue
        const target = this.#unset().find(({ argument }) => rule(argument, name))
        if (!target) continue
        const source = rule === hasMember ? { [name]: path(name) } : path(name)
        found.set(name, this.#declare(rule === hasMember ? target.argument.name : name, target, source))
      }
    const [first, second, ...others] = names.map((name) => found.get(name) ?? this.#unused(name))
    if (!first || !second) return first ? [first] : []
    const isSecond = this.#owners.includes(first.name) && !first.type.endsWith('!')
    return isSecond ? [second, first, ...others] : [first, second, ...others]
  }

  #unused(name: string): never {
    const free = this.#unset().map(({ step, argument }) => `${argument.name} of ${step.name}`)
    throw new Error(
      `the path parameter ${name} sets no argument of ${this.#row.field}: name it after one that is not set (${free.join(', ') || 'there is none'}), ` +
        `or say in inputs which one it sets, such as { ${free[0]?.split(' ')[0] ?? 'argument'}: path('${name}') }`,
    )
  }

  #bindBody(): Declaration[] {
    if (!['POST', 'PUT', 'PATCH'].includes(this.#row.method)) return []
    const target = this.#unset().find(({ argument }) => argument.name === 'input')
    return target ? [this.#declare('input', target, body())] : []
  }

  #bindPage(last: Step): Declaration[] {
    if (isEmpty(this.#row) || !isConnection(last.type)) return []
    const sources = { first: query('limit'), after: query('page') }
    return Object.entries(sources).flatMap(([name, source]) => {
      const target = this.#unset().find(({ step, argument }) => step === last && argument.name === name)
      return target ? [this.#declare(name, target, source)] : []
    })
  }

  /** Returns the arguments that nothing sets, those that are required first. */
  #unset(): Target[] {
    const unset = this.#targets.filter(({ argument }) => !this.values.has(argument))
    return [
      ...unset.filter(({ argument }) => isRequiredArgument(argument)),
      ...unset.filter(({ argument }) => !isRequiredArgument(argument)),
    ]
  }

  #declare(name: string, { argument }: Target, source: VariableSource | NestedSources): Declaration {
    this.values.set(argument, `$${name}`)
    return { name, type: typeOf(argument), source }
  }

  #checkRequired(): void {
    const missing = this.#unset().find(({ argument }) => isRequiredArgument(argument))
    if (!missing) return
    const { step, argument } = missing
    throw new Error(
      `nothing sets the required argument ${argument.name} of ${step.name}: name a path parameter after it, ` +
        `or say in inputs what sets it, such as { ${argument.name}: query('${argument.name}') }`,
    )
  }
}

/** Returns the type of a variable that sets the argument. One that has a default may be left out. */
const typeOf = ({ type, defaultValue }: GraphQLArgument): string =>
  String(defaultValue === undefined ? type : getNullableType(type))

const hasName = (argument: GraphQLArgument, name: string): boolean => argument.name === name

function hasMember({ type }: GraphQLArgument, name: string): boolean {
  const object = getNullableType(type)
  return isInputObjectType(object) && object.isOneOf && object.getFields()[name] !== undefined
}

const hasEnding = (argument: GraphQLArgument, name: string): boolean =>
  name.endsWith(`${argument.name[0]?.toUpperCase()}${argument.name.slice(1)}`)

/** Returns the path parameters that an input reads. */
function pathsIn(input: Input): string[] {
  if (typeof input === 'string') return []
  if (input instanceof Variable) return input.source ? pathsIn(input.source) : []
  if (isSource(input)) return input.from === 'path' ? [input.name] : []
  return Object.values(input).flatMap(pathsIn)
}
