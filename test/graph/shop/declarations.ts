import { list, model, single } from '../../../src/graph/declare/model.ts'
import { connectGraph, type GraphHost } from '../../../src/graph/host.ts'

// The types of the library are those of the application that the program is compiled with, which is Lectern. The shop has
// only the forms of declarations that it uses.

/** For whom the shop is read. */
export interface ShopViewer {
  readonly tenants: readonly string[]
  readonly isManager: boolean
}

type Where = Readonly<Record<string, unknown>>
type Policy = (viewer: ShopViewer) => Where
interface Described {
  readonly description: string
  readonly type?: string
}
type Ref = { readonly name: string }
type Order = readonly { readonly column: string; readonly type: 'text' | 'int' }[]

interface Fields {
  expose(column: string, options: Described): unknown
  exposeString(column: string, options: Described): unknown
  exposeInt(column: string, options: Described): unknown
  guarded(column: string, options: Described & { visible: Policy }): unknown
  computed(
    options: Described & { from: string[]; resolve: (row: Record<string, string>) => unknown },
  ): unknown
  one(target: Ref, options: Described & { key: string; nullable: boolean }): unknown
  many(target: Ref, options: Described & { by: string; order: Order }): unknown
  all(target: Ref, options: Described & { by: string; order: string[] }): unknown
  count(target: Ref, options: Described & { by: string }): unknown
}

interface ShopGraph {
  model(
    name: string,
    options: Described & { id?: string; visible: Policy; fields: (t: Fields) => Record<string, unknown> },
  ): Ref
  single(
    t: unknown,
    target: Ref,
    options: Described & { args: Record<string, unknown>; where: (args: { id: string }) => Where },
  ): unknown
  list(t: unknown, target: Ref, options: Described & { order: Order }): unknown
}

/** Connects the library to the shop. */
export function declarations(host: Record<keyof GraphHost, unknown>): ShopGraph {
  connectGraph(host as unknown as GraphHost)
  return { model, single, list } as unknown as ShopGraph
}
