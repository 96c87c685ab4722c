import { type DocumentNode, type GraphQLSchema, getNullableType, isListType, print } from 'graphql'
import type { RequiredPermission } from '../access/required-permission.ts'
import { yieldToEventLoop } from '../base/yield-to-event-loop.ts'
import type { ByteText } from '../database/byte-cells.ts'
import type { AnswerForm } from '../graph/nested/answer-form.ts'
import { bodyOf } from '../graph/nested/written-result.ts'
import { answerFormOf } from './answer-form.ts'
import { connectionForm, isConnection } from './connection-form.ts'
import { compileFaultPaths, type FaultPathTranslator } from './fault-path.ts'
import { laterForm } from './later-contract.ts'
import { assembleOperation, fragmentsOf, withoutCount } from './operation.ts'
import { type PieceWriter, pieceWriter } from './representation.ts'
import { isSource, type Respond, type Route } from './route.ts'
import { parameterNames } from './router.ts'
import { permissionOfRow } from './row-permission.ts'
import { memberAt, membersOf, type Selection, selectOperation } from './selection.ts'
import { compileVariables, sourcesOf, type VariablesReader } from './variables.ts'

/** A row of the REST table, compiled against the graph. */
export interface CompiledRoute {
  readonly route: Route
  readonly method: string
  readonly path: string
  readonly operationId: string
  readonly permission: RequiredPermission
  readonly document: DocumentNode
  readonly selection: Selection
  readonly takesBody: boolean
  readonly status: number
  readonly readVariables: VariablesReader
  /** Writes the body from the value that the row sends. */
  readonly write: PieceWriter
  /** The form in which a statement can write that value; undefined if it cannot. */
  readonly form: AnswerForm | undefined
  readonly translateFaultPath: FaultPathTranslator
  /** How the pages of a list that is counted differ; undefined for other rows. */
  readonly paging: Paging | undefined
}

export interface Paging {
  /** The variables that choose the page: all others choose the items of the list. */
  readonly variables: ReadonlySet<string>
  /** The variable with the page token. */
  readonly token: string
  /** Returns the row without the count, for the pages of a walk whose first one has counted. */
  readonly uncounted: () => CompiledRoute
}

/** The rows of the REST table. Each is compiled on first use, because a start that compiles all takes much longer. */
export class RouteTable {
  readonly #schema: GraphQLSchema
  readonly routes: readonly Route[]
  readonly #compiled = new Map<Route, CompiledRoute>()

  constructor(schema: GraphQLSchema, routes: readonly Route[]) {
    this.#schema = schema
    this.routes = routes
  }

  /** Returns a row of the table in its compiled form. Throws an error that names the row if it is invalid. */
  compile(route: Route): CompiledRoute {
    const known = this.#compiled.get(route)
    if (known) return known
    try {
      const compiled = compileRoute(this.#schema, route)
      this.#compiled.set(route, compiled)
      return compiled
    } catch (error) {
      throw new Error(`${route.method} ${route.path}: ${(error as Error).message}`, { cause: error })
    }
  }

  /** Compiles the rows, and yields to the event loop before each, so that requests are answered between them. */
  async compileGradually(): Promise<void> {
    for (const route of this.routes)
      for (const form of [route, laterForm(route)]) {
        await yieldToEventLoop()
        this.compile(form)
      }
  }

  /** Compiles all rows. Throws an error that names the row if one is invalid or has a name of another. */
  compileAll(): CompiledRoute[] {
    const compiled = this.routes.map((route) => this.compile(route))
    checkNames(compiled)
    for (const route of this.routes) this.compile(laterForm(route))
    return compiled
  }
}

/** Asserts unique names: clients generated from the OpenAPI document use the names of operations and fragments. */
function checkNames(compiled: readonly CompiledRoute[]): void {
  const fragments = new Map<string, string>()
  const ids = new Map<string, Route>()
  for (const { operationId, route, document } of compiled) {
    for (const [name, fragment] of fragmentsOf(document)) {
      const text = print(fragment)
      if ((fragments.get(name) ?? text) !== text)
        throw new Error(`${route.method} ${route.path}: another row has a different fragment named ${name}`)
      fragments.set(name, text)
    }
    const other = ids.get(operationId)
    if (other)
      throw new Error(
        `${route.method} ${route.path}: ${operationId} is already the name of ${other.method} ${other.path}`,
      )
    ids.set(operationId, route)
  }
}

function compileRoute(schema: GraphQLSchema, route: Route): CompiledRoute {
  const prepared = assembleOperation(schema, route)
  const { operation, document } = prepared
  if (!operation.name) throw new Error('the operation needs a name')
  const kind = route.method === 'GET' || route.reads ? 'query' : 'mutation'
  if (operation.operation !== kind) throw new Error(`a ${route.method} row needs a ${kind}`)
  checkSources(route)
  checkStatus(route)
  const selection = selectOperation(schema, prepared)
  if (route.location) memberAt(selection, route.location)
  return {
    route,
    method: route.method,
    path: route.path,
    operationId: operation.name.value,
    permission: permissionOfRow(schema, operation, selection, route),
    document,
    selection,
    takesBody: sourcesOf(route).some((source) => source.from === 'body'),
    status: statusOf(route),
    readVariables: compileVariables(schema, operation, route),
    write: respondWriter(route.respond, selection),
    form: kind === 'query' ? formOf(route.respond, selection) : undefined,
    translateFaultPath: compileFaultPaths(schema, operation, selection, route),
    paging: pagingOf(schema, route),
  }
}

function pagingOf(schema: GraphQLSchema, route: Route): Paging | undefined {
  if (route.respond.kind !== 'list') return undefined
  const uncounted = withoutCount(route.operation, route.respond.at)
  const token = variableOf(route, 'page')
  if (uncounted === undefined || token === undefined) return undefined
  const limit = variableOf(route, 'limit')
  let compiled: CompiledRoute | undefined
  return {
    token,
    variables: new Set(limit === undefined ? [token] : [token, limit]),
    uncounted: () => {
      compiled ??= compileRoute(schema, { ...route, operation: uncounted })
      return compiled
    },
  }
}

/** Returns the variable that a query parameter sets. */
const variableOf = ({ variables }: Route, parameter: string): string | undefined =>
  Object.entries(variables).find(
    ([, source]) => isSource(source) && source.from === 'query' && source.name === parameter,
  )?.[0]

function checkSources(route: Route): void {
  const sources = sourcesOf(route)
  const named = parameterNames(route.path)
  const used = new Set(sources.flatMap((source) => (source.from === 'path' ? [source.name] : [])))
  for (const name of named) if (!used.has(name)) throw new Error(`the path parameter ${name} is not used`)
  for (const name of used) if (!named.includes(name)) throw new Error(`the path has no parameter ${name}`)
  if (new Set(named).size < named.length) throw new Error('two path parameters have the same name')
  if (route.method === 'GET' && sources.some((source) => source.from === 'body'))
    throw new Error('a GET row cannot read a body')
}

const statusOf = (route: Route): number => route.status ?? 200

function checkStatus(route: Route): void {
  const isEmpty = statusOf(route) === 204 || statusOf(route) === 205
  if (isEmpty !== (route.respond.kind === 'empty'))
    throw new Error('empty() requires status 204 or 205, and they require empty()')
}

function respondWriter(respond: Respond, selection: Selection): PieceWriter {
  if (respond.kind === 'empty') return () => []
  const member = memberAt(selection, respond.at)
  const isList = isListType(getNullableType(member.field.type))
  const connection =
    member.selection && isConnection(member.selection) ? connectionForm(member.selection) : undefined
  if (respond.kind === 'list' && connection?.kind !== 'envelope')
    throw new Error(`${respond.at} is not a connection selected with nodes and pageInfo`)
  if (respond.kind === 'items' && !isList && connection?.kind !== 'nodes')
    throw new Error(`${respond.at} is not a list`)
  if (respond.kind === 'one' && (isList || connection)) throw new Error(`${respond.at} is a list`)
  const write = pieceWriter(member)
  const [before, after] = around(respond)
  if (before === '') return write
  return function* (value, walk) {
    yield before
    yield* write(value, walk)
    yield after
  }
}

const formOf = (respond: Respond, selection: Selection): AnswerForm | undefined =>
  respond.kind === 'empty' ? undefined : answerFormOf(selection, respond.at)

/** Returns what is sent before the value of a row and after it. */
function around(respond: Respond): readonly [string, string] {
  const name = respond.kind === 'items' ? respond.member : null
  return name === null ? ['', ''] : [`{${JSON.stringify(name)}:`, '}']
}

/** Returns the body from the value in the form of the row. */
export function bodyAround({ route }: CompiledRoute, answer: readonly ByteText[]): string | Buffer {
  const [before, after] = around(route.respond)
  return bodyOf([before, ...answer, after])
}

/** Returns the value of the `Location` header, if the response has one. */
export function locationOf({ route, status }: CompiledRoute, data: unknown): string | undefined {
  if (route.location) return asAddress(valueAt(data, route.location))
  if (status !== 201 || route.respond.kind === 'empty') return undefined
  return asAddress(valueAt(data, `${route.respond.at}.urls.location`))
}

/** Returns whether a successful response has a `Location` header. */
export function sendsLocation({ route, status, selection }: CompiledRoute): boolean {
  if (route.location) return true
  if (status !== 201 || route.respond.kind === 'empty') return false
  const urls = memberAt(selection, route.respond.at).selection
  return urls !== undefined && hasMember(urls, ['urls', 'location'])
}

function hasMember(selection: Selection, [key, ...rest]: readonly string[]): boolean {
  const member = membersOf(selection).find((each) => each.key === key)
  if (!member) return false
  return rest.length === 0 || (member.selection !== undefined && hasMember(member.selection, rest))
}

/** Returns the variables that the path sets, which are ids or texts. */
export const pathVariables = (
  { route }: CompiledRoute,
  parameters: Readonly<Record<string, string>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(route.variables).flatMap(([name, source]) =>
      isSource(source) && source.from === 'path' ? [[name, parameters[source.name]]] : [],
    ),
  )

/** Returns the value at a dotted path of response keys, or null or undefined if an object on the path is. */
export function valueAt(data: unknown, path: string): unknown {
  let value = data
  for (const key of path.split('.')) {
    if (value === null || value === undefined) return value
    value = (value as Record<string, unknown>)[key]
  }
  return value
}

const asAddress = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** Returns the selected member that the response contains, or undefined for an empty response. */
export const sentMember = ({ route, selection }: CompiledRoute) =>
  route.respond.kind === 'empty' ? undefined : memberAt(selection, route.respond.at)
