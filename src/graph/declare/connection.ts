import type {
  FieldKind,
  FieldRef,
  InputFieldMap,
  InputShapeFromFields,
  InterfaceRef,
  ObjectRef,
} from '@pothos/core'
import DataLoader from 'dataloader'
import type { GraphQLResolveInfo } from 'graphql'
import { getOrCreate } from '../../base/get-or-create.ts'
import { createdPerRequest } from '../../base/per-request.ts'
import type { Context, GraphTypes, Permission, Viewer } from '../application.ts'
import { graphHost, viewerOf } from '../host.ts'
import { numberOf } from '../object-number.ts'
import type { Where } from '../sql/where.ts'
import { keysOfPath } from './document-path.ts'
import {
  countKeysetRows,
  type Direction,
  type KeysetList,
  type KeysetPage,
  type OrderColumn,
  type ParentKeys,
  readKeysetPages,
  type Window,
} from './keyset.ts'
import type { FixedColumns } from './planned-read.ts'
import type { AddedMembers } from './relation.ts'

export const defaultPageSize = 50
export const maximumPageSize = 1000

/** One page of a list, which the fields of a connection type resolve. Pages and counts are loaded on demand. */
export interface Connection<Node> {
  page(): Promise<{ edges: { node: Node; cursor: string }[]; more: boolean }>
  count(): Promise<number>
  readonly window: Window
  /** The page and the count, where they are known without waiting. */
  readonly known?: KnownPage<Node>
}

export interface KnownPage<Node> {
  readonly edges: { node: Node; cursor: string }[]
  readonly more: boolean
  readonly count: number
}

export interface ListArguments {
  first?: number | null
  after?: string | null
  last?: number | null
  before?: string | null
}

/** Converts pagination arguments to a window. Throws BAD_USER_INPUT for invalid combinations and page sizes. */
export function windowOf(args: ListArguments): Window {
  const backward = args.last != null || args.before != null
  if (backward && (args.first != null || args.after != null))
    throw graphHost().errors.invalidInput(
      args.last == null ? 'before' : 'last',
      'cannot be combined with first or after',
    )
  const name = backward ? 'last' : 'first'
  const limit = (backward ? args.last : args.first) ?? defaultPageSize
  if (limit < 0 || limit > maximumPageSize)
    throw graphHost().errors.invalidInput(name, `must be a number from 0 to ${maximumPageSize}`)
  return { limit, backward, cursor: (backward ? args.before : args.after) ?? null }
}

const connectionTypes = new Map<string, ObjectRef<GraphTypes, Connection<unknown>>>()

/** Returns the connection type of a node type. It is created once and shared by all fields. */
export function connectionType<Node>(
  name: string,
  node: ObjectRef<GraphTypes, Node> | InterfaceRef<GraphTypes, Node>,
): ObjectRef<GraphTypes, Connection<Node>> {
  const existing = connectionTypes.get(name)
  if (existing) return existing as unknown as ObjectRef<GraphTypes, Connection<Node>>
  const { builder } = graphHost()
  const edge = builder.objectRef<{ node: Node; cursor: string }>(`${name}Edge`).implement({
    description: `An item of a list of ${name}, with its cursor.`,
    fields: (t) => ({
      cursor: t.exposeString('cursor', { description: 'The cursor of the item, for `after` or `before`.' }),
      node: t.field({
        type: node,
        description: 'The item.',
        resolve: (parent) => parent.node as never,
      }),
    }),
  })
  const connection = builder.objectRef<Connection<Node>>(`${name}Connection`).implement({
    description: `One page of a list of ${name}.`,
    fields: (t) => ({
      nodes: t.field({
        type: [node],
        extensions: { [partExtension]: 'nodes' },
        description: 'The items of this page.',
        resolve: ((parent: Connection<Node>) =>
          whenRead(parent, ({ edges }) => edges.map((e) => e.node))) as never,
      }),
      edges: t.field({
        type: [edge],
        extensions: { [partExtension]: 'edges' },
        description: 'The items of this page with their cursors.',
        resolve: ((parent: Connection<Node>) => whenRead(parent, ({ edges }) => edges)) as never,
      }),
      pageInfo: t.field({
        type: builder.pageInfoRef(),
        extensions: { [partExtension]: 'pageInfo' },
        description: 'Information for getting further pages.',
        resolve: (parent) =>
          whenRead(parent, ({ edges, more }) => pageInfo(parent.window, edges, more)) as never,
      }),
      totalCount: t.int({
        extensions: { [partExtension]: 'totalCount' },
        description: 'The total number of items in the list, with all filters applied.',
        resolve: (parent) => parent.known?.count ?? parent.count(),
      }),
    }),
  })
  connectionTypes.set(name, connection as never)
  return connection as never
}

type Page<Node> = Awaited<ReturnType<Connection<Node>['page']>>

const whenRead = <Node, Value>(
  connection: Connection<Node>,
  find: (page: Page<Node>) => Value,
): Value | Promise<Value> => (connection.known ? find(connection.known) : connection.page().then(find))

export function pageInfo(
  { backward, cursor }: Window,
  items: readonly { readonly cursor: string }[],
  more: boolean,
) {
  return {
    hasNextPage: backward ? cursor !== null : more,
    hasPreviousPage: backward ? more : cursor !== null,
    startCursor: items[0]?.cursor ?? null,
    endCursor: items.at(-1)?.cursor ?? null,
  }
}

/** Returns whether a part of a connection was read, so that it is had without a promise. */
export const isRead = (connection: unknown, part: ConnectionPart): boolean =>
  connection instanceof KeysetConnection &&
  (part === 'totalCount' ? connection.readCount : connection.readPage) !== undefined

/** Returns a part of a connection that was read. Throws if reading it failed. */
export function readPart(connection: unknown, part: ConnectionPart): unknown {
  if (!(connection instanceof KeysetConnection)) return undefined
  if (part === 'totalCount') return connection.readCount?.()
  const page = connection.readPage?.()
  if (!page) return undefined
  if (part === 'nodes') return connection.nodesOf(page)
  if (part === 'edges') return connection.edgesOf(page)
  return pageInfo(connection.window, page.items, page.more)
}

export type FieldBuilder<Parent> = Pick<
  PothosSchemaTypes.ObjectFieldBuilder<GraphTypes, Parent>,
  'field' | 'arg'
>

/** The relation between a parent and the rows of its list. */
export interface ParentRelation<Parent> {
  /** SQL to select rows from, over `p`. Defaults to the table of the model. */
  readonly from?: string | ((args: never) => string)
  /** Returns SQL for the same rows that is faster for a parent with fixed columns; undefined if there is none. */
  readonly fromFixed?: (fixed: FixedColumns) => string | undefined
  /** The same rows in parts, which are read in the order of the list. */
  readonly parts?: KeysetList['parts']
  /** The members that `from` adds to the columns of each row. */
  readonly adds?: AddedMembers
  /** SQL types of the parent's keys p.k0, p.k1 … */
  readonly keyTypes: readonly ('text' | 'int')[]
  /** SQL condition over the row `t` and the parent's keys `p`: whether the row belongs to the parent. */
  readonly condition: string
  readonly keys: (parent: Parent) => ParentKeys
  /** The column of the rows that has the key of the parent, if nothing else relates them. */
  readonly by?: string
  /** The columns of the parent that are its keys, for reads that are compiled. Absent for parents that are no rows. */
  readonly columns?: readonly string[]
}

/** The relation to all rows of the table, for lists without a parent. */
export const allRows: ParentRelation<unknown> = {
  keyTypes: ['text'],
  condition: 'TRUE',
  keys: () => [''],
  columns: [],
}

/** The extension of a field that is a column of its row. */
export const columnExtension = 'column'

/** The extension of a list field with its options, for reads that are compiled. */
export const listExtension = 'connectionOptions'

/** The extension of a field, or of an interface, that needs these columns of its row only. */
export const columnsExtension = 'columns'

/**
 * The extension of an argument with an id that the `where` of a list only compares with a column, if it is given: compiled reads
 * have one statement for all ids.
 */
export const comparedExtension = 'comparedWithColumn'

/** The extension of the fields of a connection: which part of it they are. */
export const partExtension = 'connectionPart'

export type ConnectionPart = 'nodes' | 'edges' | 'pageInfo' | 'totalCount'

export interface ConnectionOptions<Parent, Node, Args extends InputFieldMap> {
  readonly type: ObjectRef<GraphTypes, Node> | InterfaceRef<GraphTypes, Node>
  /** Name of the node type, from which the name of the connection type is derived. */
  readonly name: string
  /** The Prisma model. Defaults to the name of the node type. */
  readonly model?: string
  readonly description: string
  readonly parent: ParentRelation<Parent>
  readonly args?: Args
  /** The columns of items that are null for those that do not match another policy. */
  readonly guarded?: (viewer: Viewer) => ReadonlyMap<string, Where>
  /** The policy and the filters, in the form of Prisma's `where`. */
  readonly where: (viewer: Viewer, args: InputShapeFromFields<Args>) => Where
  readonly order: readonly OrderColumn[] | ((args: InputShapeFromFields<Args>) => readonly OrderColumn[])
  readonly direction?: Direction | ((args: InputShapeFromFields<Args>) => Direction)
  /** The number up to which `totalCount` counts, for lists that grow without end. By default it counts all. */
  readonly countedTo?: number
  /** Returns the list that takes the place of the rows, for lists whose items are not all rows. */
  readonly replace?: (
    rows: Connection<Node>,
    parent: Parent,
    args: InputShapeFromFields<Args>,
    context: Context,
  ) => Connection<Node>
  /** The lists that `replace` would not change, because their items are the rows. None if absent. */
  readonly keepsRows?: {
    /** SQL condition over the row `t`, which holds for all rows of such a list. */
    readonly rows: string
    /** Whether the window may be one of such a list. */
    readonly window: (window: Window) => boolean
  }
  /**
   * Throws an error if the viewer may not see the list, for rules other than `permission`. It may read the columns of the
   * parent that are its keys.
   */
  readonly authorize?: (viewer: Viewer, parent: Parent) => void
  readonly extensions?: Record<string, unknown>
  readonly permission?: Permission
}

/**
 * Declares a list field with keyset pagination. For any number of parents in a request, it runs one statement for the
 * rows, and one for `totalCount` if it is selected.
 */
export function connectionField<Parent, Node, Args extends InputFieldMap = Record<never, never>>(
  t: FieldBuilder<Parent>,
  options: ConnectionOptions<Parent, Node, Args>,
): FieldRef<GraphTypes, unknown, FieldKind> {
  const args = { ...listArguments(t), ...options.args }
  const field = t.field({
    type: connectionType(options.name, options.type),
    description: options.description,
    args,
    extensions: { ...options.extensions, [listExtension]: options },
    permission: options.permission,
    resolve: ((
      parent: Parent,
      given: ListArguments & InputShapeFromFields<Args>,
      context: Context,
      info: GraphQLResolveInfo,
    ) => {
      const rows = openConnection(options, parent, given, context, info)
      return options.replace ? options.replace(rows, parent, given, context) : rows
    }) as never,
  } as never)
  // The field may belong to an object, an interface or Query, which the type of the builder does not express.
  return field as unknown as FieldRef<GraphTypes, unknown, FieldKind>
}

export function listArguments<Parent>(t: Pick<FieldBuilder<Parent>, 'arg'>) {
  return {
    first: t.arg.int({
      extensions: { limits: { minimum: 0, maximum: maximumPageSize } },
      description: `Number of items to return from the start of the list. Defaults to ${defaultPageSize}.`,
    }),
    after: t.arg.string({
      description: 'Cursor to return the items after: the end cursor of the previous page.',
    }),
    last: t.arg.int({
      extensions: { limits: { minimum: 0, maximum: maximumPageSize } },
      description: 'Number of items to return from the end of the list.',
    }),
    before: t.arg.string({
      description: 'Cursor to return the items before: the start cursor of the next page.',
    }),
  }
}

/** The state that all parents of a list field in a document share: the list, the window, and the reads. */
export class ListReads {
  readonly list: KeysetList
  readonly window: Window
  readonly pages: DataLoader<ParentKeys, KeysetPage, string>
  readonly counts: DataLoader<ParentKeys, number, string>

  constructor(list: KeysetList, window: Window, { database, cost }: Context) {
    this.list = list
    this.window = window
    const cacheKeyFn = keyOfParent
    this.pages = new DataLoader((parents) => readKeysetPages(database, list, window, parents, cost), {
      cacheKeyFn,
    })
    this.counts = new DataLoader((parents) => countKeysetRows(database, list, parents), { cacheKeyFn })
  }
}

/** A page of a list that is declared by `connectionField`. */
export class KeysetConnection<Node> implements Connection<Node> {
  readonly reads: ListReads
  readonly keys: ParentKeys
  /** Returns the page, where it was read for all parents at once. Throws if that failed. */
  readPage?: () => KeysetPage
  /** Returns the count, where it was read for all parents at once. Throws if that failed. */
  readCount?: () => number

  constructor(reads: ListReads, keys: ParentKeys) {
    this.reads = reads
    this.keys = keys
  }

  get window(): Window {
    return this.reads.window
  }

  async count(): Promise<number> {
    return this.readCount?.() ?? this.reads.counts.load(this.keys)
  }

  async page() {
    const page =
      this.readPage?.() ?? (this.window.limit === 0 ? emptyPage : await this.reads.pages.load(this.keys))
    return { edges: this.edgesOf(page), more: page.more }
  }

  nodesOf({ items }: KeysetPage): Node[] {
    return items.map(({ row }) => row as Node)
  }

  edgesOf(page: KeysetPage): KeysetEdge<Node>[] {
    return this.nodesOf(page).map((node, index) => new KeysetEdge(node, page.items[index] as KeysetItem))
  }
}

type KeysetItem = KeysetPage['items'][number]

/** An edge whose cursor is found when it is read. A class for the reason of `WrittenResult`. */
class KeysetEdge<Node> {
  readonly node: Node
  readonly #item: KeysetItem

  constructor(node: Node, item: KeysetItem) {
    this.node = node
    this.#item = item
  }

  get cursor(): string {
    return this.#item.cursor
  }
}

/** Returns the keys of a parent as one text. */
export const keyOfParent = (keys: ParentKeys): string => keys.join('\0')

export const emptyPage: KeysetPage = { items: [], more: false }

const readsByField = createdPerRequest((_context: Context) => new Map<string, ListReads>())

/** The reads that the fields of many parents share. Without it, they are found by the path in the document. */
export type SharedReads = Map<'reads', ListReads>

/** A resolver's info with which the fields of many parents are resolved at once. */
export interface SharingInfo extends GraphQLResolveInfo {
  readonly shared?: SharedReads
}

/** Opens the list of one parent. Nothing is read until its page or its count is asked for. */
export function openConnection<Parent, Node, Args extends InputFieldMap>(
  options: ConnectionOptions<Parent, Node, Args>,
  parent: Parent,
  given: ListArguments & InputShapeFromFields<Args>,
  context: Context,
  info: SharingInfo,
): KeysetConnection<Node> {
  options.authorize?.(viewerOf(context), parent)
  const create = () => planList(options, given, context)
  const reads = info.shared
    ? getOrCreate(info.shared, 'reads', create)
    : getOrCreate(readsByField(context), fieldKey(info), create)
  return new KeysetConnection<Node>(reads, options.parent.keys(parent))
}

/** Returns what a list reads for arguments, of whichever parents. */
export const planList = <Parent, Node, Args extends InputFieldMap>(
  options: ConnectionOptions<Parent, Node, Args>,
  given: ListArguments & InputShapeFromFields<Args>,
  context: Context,
): ListReads => new ListReads(listOf(options, given, context), windowOf(given), context)

function listOf<Parent, Node, Args extends InputFieldMap>(
  options: ConnectionOptions<Parent, Node, Args>,
  args: InputShapeFromFields<Args>,
  context: Context,
): KeysetList {
  return {
    model: options.model ?? options.name,
    from:
      typeof options.parent.from === 'function' ? options.parent.from(args as never) : options.parent.from,
    parts: options.parent.parts,
    adds: options.parent.adds,
    keyTypes: options.parent.keyTypes,
    condition: options.parent.condition,
    by: options.parent.by,
    where: options.where(viewerOf(context), args),
    guarded: options.guarded?.(viewerOf(context)),
    order: typeof options.order === 'function' ? options.order(args) : options.order,
    direction:
      (typeof options.direction === 'function' ? options.direction(args) : options.direction) ?? 'asc',
    countedTo: options.countedTo,
  }
}

/**
 * Returns the places of the document that select the field, and its path. Fragments on different object types may
 * select a field at one path with different arguments.
 */
const fieldKey = ({ fieldNodes, path }: GraphQLResolveInfo): string =>
  fieldNodes.map(numberOf).join() + keysOfPath(path)
