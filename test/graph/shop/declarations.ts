import { listOrder } from '../../../src/graph/declare/list-order.ts'
import { extendInterface, list, model, modelInterface, single } from '../../../src/graph/declare/model.ts'
import { findVisible } from '../../../src/graph/declare/model-reads.ts'
import { connectGraph, type GraphHost } from '../../../src/graph/host.ts'
import type { ShopViewer } from './viewers.ts'

// The types of the library are those of the application that the program is compiled with, which is Lectern. The shop has
// only the forms of declarations that it uses.

export type Row = Readonly<Record<string, unknown>>
type Where = Row
type Policy = (viewer: ShopViewer) => Where
type Column = (name: string) => string
/** The type of a field: its name, or what declares it, in a list for a list of it. */
type Type = unknown

export interface Described {
  readonly description: string
  readonly nullable?: boolean
  readonly extensions?: Row
}
interface Ref {
  readonly name: string
}
type Order = readonly { readonly column: string; readonly type: 'text' | 'int' | 'timestamptz' }[]
type GivenOrder = Order | ((args: never) => Order)

/** The members of the context of a request that resolvers use. */
export interface ShopContext {
  readonly viewer: ShopViewer
  readonly database: { query(text: string, values: readonly unknown[]): Promise<readonly Row[]> }
}

interface Prefetch {
  inSql(
    column: Column,
    args: Row,
    given: { context: ShopContext; parameters: { add(value: unknown): string } },
  ): string
}

/** The functions with which the shop declares the fields of its models. */
interface Fields {
  readonly arg: { int(options: Described): unknown; (options: { type: unknown }): unknown }
  expose(column: string, options: Described & { type: Type }): unknown
  exposeBoolean(column: string, options: Described): unknown
  exposeDateTime(column: string, options: Described): unknown
  exposeID(column: string, options: Described): unknown
  exposeIDList(column: string, options: Described): unknown
  exposeInt(column: string, options: Described): unknown
  exposeString(column: string, options: Described): unknown
  exposeStringList(column: string, options: Described): unknown
  guarded(column: string, options: Described & { visible: Policy }): unknown
  computed(
    options: Described & {
      type: Type
      from: readonly string[]
      with?: Readonly<Record<string, readonly string[]>>
      resolve: (row: never) => unknown
      inSql?: (column: Column) => string
      membersInSql?: (member: string, column: Column) => string | undefined
    },
  ): unknown
  code(
    options: Described & {
      type: Type
      reads?: {
        columns?: readonly string[]
        inSql?: (column: Column) => string
        prefetch?: Prefetch
      }
      resolve: (row: never, args: Row, context: ShopContext) => unknown
    },
  ): unknown
  one(target: Ref, options: Described & { key: string }): unknown
  oneWithId(name: string, target: Ref, options: Described): Record<string, unknown>
  same(target: Ref, options: Described): unknown
  many(
    target: Ref,
    options: Described & {
      by: string
      args?: Row
      where?: (viewer: ShopViewer, args: never) => Where
      order: GivenOrder
      direction?: (args: never) => 'asc' | 'desc'
    },
  ): unknown
  codeList(
    options: Described & {
      type: Type
      name: string
      parent: Row
      where: () => Where
      order: Order
      direction: 'asc' | 'desc'
    },
  ): unknown
  all(target: Ref, options: Described & { by: string; order: string[] }): unknown
  parent(target: Ref, options: Described & { by: Climb }): unknown
  ancestors(target: Ref, options: Described & { by: Climb }): unknown
  exists(target: Ref, options: Described & { by: string | Related }): unknown
  count(target: Ref, options: Described & { by: string; stored?: { column: string; where: Policy } }): unknown
}

interface Related {
  readonly keys: readonly string[]
  readonly condition: string
}

interface Climb {
  readonly step: { readonly keys: readonly string[]; readonly from: string; readonly condition: string }
}

interface OwnId {
  readonly description: string
  readonly from: readonly string[]
  readonly resolve: (row: never) => string
  readonly inSql: (column: Column) => string
  readonly where: (id: string) => Where
}

interface ModelOptions {
  readonly name?: string
  readonly description: string
  readonly id?: string | OwnId
  readonly visible: Policy
  readonly interfaces?: readonly Ref[]
  readonly fields: (t: Fields) => Record<string, unknown>
}

interface InterfaceOptions extends ModelOptions {
  readonly kind: string
  readonly typeNames: Readonly<Record<string, string>>
}

type OrderBy = { readonly field: string } | null | undefined

interface ShopGraph {
  model(table: string, options: ModelOptions): Ref
  modelInterface(table: string, options: InterfaceOptions): Ref
  extendInterface(target: Ref, fields: (t: Fields) => Record<string, unknown>): void
  single(
    t: unknown,
    target: Ref,
    options: Described & { args: Row; where: (args: { id: string }) => Where },
  ): unknown
  list(t: unknown, target: Ref, options: Described & { order: Order }): unknown
  listOrder(
    name: string,
    options: {
      fields: Readonly<Record<string, { description: string; columns: Order }>>
      direction: 'ASC' | 'DESC'
    },
  ): {
    input: unknown
    columns(orderBy: OrderBy, otherwise: string): Order
    direction(orderBy: OrderBy): 'asc' | 'desc'
  }
  findVisible(target: Ref, context: ShopContext, id: string): Promise<Row | null>
}

/** The names of the functions with which models can declare fields, and of those by which the shop has declared some. */
export const declaring = { offered: new Set<string>(), called: new Set<string>() }

/** Returns options of a model whose functions are noted when its fields are declared by them. */
const noting = <Options extends { fields: (t: never) => unknown }>(options: Options): Options => ({
  ...options,
  fields: (t: Fields) => options.fields(notingFunctions(t) as never),
})

function notingFunctions({ arg, ...functions }: Fields): Fields {
  const noted = Object.entries<(...given: never[]) => unknown>(functions).map(([name, declare]) => {
    declaring.offered.add(name)
    const called = (...given: never[]) => {
      declaring.called.add(name)
      return declare(...given)
    }
    return [name, called]
  })
  return { arg, ...Object.fromEntries(noted) }
}

/** Connects the library to the shop. */
export function declarations(host: Record<keyof GraphHost, unknown>): ShopGraph {
  connectGraph(host as unknown as GraphHost)
  const graph = {
    model: (table: never, options: never) => model(table, noting(options)),
    modelInterface: (table: never, options: never) => modelInterface(table, noting(options)),
    extendInterface,
    single,
    list,
    listOrder,
    findVisible,
  }
  return graph as unknown as ShopGraph
}
