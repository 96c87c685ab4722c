import type { FieldKind, FieldRef, InputFieldMap, InputShapeFromFields, ObjectRef } from '@pothos/core'
import { queryFromInfo } from '@pothos/plugin-prisma'
import DataLoader from 'dataloader'
import type { GraphQLResolveInfo } from 'graphql'
import type { RequiredPermission } from '../access/required-permission.ts'
import type { Viewer } from '../access/viewer.ts'
import type { Where } from '../database/where.ts'
import { invalidInput } from '../errors.ts'
import { builder, type GraphTypes } from './builder.ts'
import { type Context, perRequest, viewerOf } from './context.ts'
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

export const defaultPageSize = 50
export const maximumPageSize = 1000

/** One page of a list, as the fields of a connection type read it. Nothing is loaded until it is asked for. */
export interface Connection<Node> {
  page(): Promise<{ edges: { node: Node; cursor: string }[]; more: boolean }>
  count(): Promise<number>
  readonly window: Window
}

export interface ListArguments {
  first?: number | null
  after?: string | null
  last?: number | null
  before?: string | null
}

/** The window that `first`/`after` or `last`/`before` ask for, within the limits of design. */
export function windowOf(args: ListArguments): Window {
  const backward = args.last != null || (args.before != null && args.first == null)
  if (backward && (args.first != null || args.after != null))
    throw invalidInput('last', 'cannot be combined with first or after')
  const name = backward ? 'last' : 'first'
  const limit = (backward ? args.last : args.first) ?? defaultPageSize
  if (limit < 0 || limit > maximumPageSize)
    throw invalidInput(name, `must be a number from 0 to ${maximumPageSize}`)
  return { limit, backward, cursor: (backward ? args.before : args.after) ?? null }
}

const PageInfo = builder.pageInfoRef()

const connectionTypes = new Map<string, ObjectRef<GraphTypes, Connection<unknown>>>()

/** The connection type of a node type: one per node type, however many fields return it. */
export function connectionType<Node>(
  name: string,
  node: ObjectRef<GraphTypes, Node>,
): ObjectRef<GraphTypes, Connection<Node>> {
  const existing = connectionTypes.get(name)
  if (existing) return existing as unknown as ObjectRef<GraphTypes, Connection<Node>>
  const edge = builder.objectRef<{ node: Node; cursor: string }>(`${name}Edge`).implement({
    description: `A ${name} and its cursor in a list.`,
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
        description: 'The items of this page.',
        complexity: { field: 0, multiplier: 1 },
        resolve: async (parent) => (await parent.page()).edges.map((e) => e.node) as never,
      }),
      edges: t.field({
        type: [edge],
        description: 'The items of this page with their cursors.',
        complexity: { field: 0, multiplier: 1 },
        resolve: async (parent) => (await parent.page()).edges as never,
      }),
      pageInfo: t.field({
        type: PageInfo,
        description: 'Information for getting further pages.',
        resolve: (parent) => pageInfoOf(parent),
      }),
      totalCount: t.int({
        description: 'The total number of items in the list, with all filters applied.',
        resolve: (parent) => parent.count(),
      }),
    }),
  })
  connectionTypes.set(name, connection as never)
  return connection as never
}

async function pageInfoOf(connection: Connection<unknown>) {
  const { edges, more } = await connection.page()
  const { backward, cursor } = connection.window
  return {
    hasNextPage: backward ? cursor !== null : more,
    hasPreviousPage: backward ? more : cursor !== null,
    startCursor: edges[0]?.cursor ?? null,
    endCursor: edges.at(-1)?.cursor ?? null,
  }
}

type FieldBuilder<Parent> = Pick<PothosSchemaTypes.ObjectFieldBuilder<GraphTypes, Parent>, 'field' | 'arg'>

/** Which rows belong to a parent. `scope` is SQL over `t` (a row) and p.k0, p.k1 … (the parent's keys). */
export interface ParentScope<Parent> {
  /** SQL to read the rows from, over `p`, where they are not simply those of the model's table. */
  readonly from?: string
  readonly keyTypes: readonly ('text' | 'int')[]
  readonly scope: string
  readonly keys: (parent: Parent) => ParentKeys
}

/** The rows whose foreign key `column` is the parent's id. */
export const childrenBy = <Parent extends { id: string }>(column: string): ParentScope<Parent> => ({
  keyTypes: ['text'],
  scope: `t."${column}" = p.k0`,
  keys: (parent) => [parent.id],
})

/** All rows of the table; what of them is seen is for `where` to say. */
export const allRows: ParentScope<unknown> = { keyTypes: ['text'], scope: 'TRUE', keys: () => [''] }

export interface ConnectionOptions<Parent, Node, Args extends InputFieldMap> {
  readonly type: ObjectRef<GraphTypes, Node>
  /** Name of the node type, which names the connection type. */
  readonly name: string
  /** The Prisma model where its name is not the node type's. */
  readonly model?: string
  readonly description: string
  readonly parent: ParentScope<Parent>
  readonly args?: Args
  /** The policy and the filters, in Prisma's form. */
  readonly where: (viewer: Viewer, args: InputShapeFromFields<Args>) => Where
  readonly order: readonly OrderColumn[] | ((args: InputShapeFromFields<Args>) => readonly OrderColumn[])
  readonly direction?: Direction | ((args: InputShapeFromFields<Args>) => Direction)
  /** Gives an item what only its parent knows. The row may be shared by several parents, so it returns a copy. */
  readonly attach?: (node: Node, parent: Parent) => Node
  /** Refuses the whole list for a reason that is no permission. */
  readonly authorize?: (viewer: Viewer, parent: Parent) => void
  readonly extensions?: Record<string, unknown>
  readonly permission?: RequiredPermission
}

/**
 * A keyset-paged list field. However many parents a request has, it costs one statement for the keys, one for the
 * rows (and one for each relation below them), and one for `totalCount` where that is selected.
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
    extensions: options.extensions,
    permission: options.permission,
    complexity: listComplexity,
    resolve: ((
      parent: Parent,
      given: ListArguments & InputShapeFromFields<Args>,
      context: Context,
      info: GraphQLResolveInfo,
    ) => openConnection(options, parent, given, context, info)) as never,
  } as never)
  // Objects, interfaces, queries: a list may be a field of any of them.
  return field as unknown as FieldRef<GraphTypes, unknown, FieldKind>
}

/** What a paged list adds to the complexity of a query: as many items as are asked for. */
export const listComplexity = (given: ListArguments) => ({
  field: 1,
  multiplier: Math.min(given.first ?? given.last ?? defaultPageSize, maximumPageSize) || 1,
})

/** The arguments of every paged list. */
export function listArguments<Parent>(t: FieldBuilder<Parent>) {
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

interface Loaders {
  /** Of the first parent. */
  readonly info: GraphQLResolveInfo
  /** Whether rows of other tables are loaded with the items. */
  readonly withRelations: boolean
  readonly pages: DataLoader<ParentKeys, KeysetPage, string>
  readonly nodes: DataLoader<string, unknown>
  readonly counts: DataLoader<ParentKeys, number, string>
}

const loadersByField = perRequest(() => new Map<string, Loaders>())

function openConnection<Parent, Node, Args extends InputFieldMap>(
  options: ConnectionOptions<Parent, Node, Args>,
  parent: Parent,
  given: ListArguments & InputShapeFromFields<Args>,
  context: Context,
  info: GraphQLResolveInfo,
): Connection<Node> {
  options.authorize?.(viewerOf(context), parent)
  const window = windowOf(given)
  const list = listOf(options, given, context)
  const loaders = loadersFor(context, info, () => createLoaders(list, window, options, context, info))
  // What is loaded for all parents at once must be known below each of them, or every item loads its own.
  if (loaders.withRelations && loaders.info !== info) queryOfNodes(options.name, context, info)
  const keys = options.parent.keys(parent)
  return {
    window,
    count: () => loaders.counts.load(keys),
    page: async () => {
      if (window.limit === 0) return { edges: [], more: false }
      const { rows, more } = await loaders.pages.load(keys)
      const nodes = await loaders.nodes.loadMany(rows.map((row) => row.id))
      const edges = rows.flatMap((row, index) => {
        const node = nodes[index]
        if (node instanceof Error) throw node
        // A row deleted between the two statements is simply not there.
        if (node === null) return []
        const attached = options.attach ? options.attach(node as Node, parent) : (node as Node)
        return [{ node: attached, cursor: row.cursor }]
      })
      return { edges, more }
    },
  }
}

function listOf<Parent, Node, Args extends InputFieldMap>(
  options: ConnectionOptions<Parent, Node, Args>,
  args: InputShapeFromFields<Args>,
  context: Context,
): KeysetList {
  return {
    model: options.model ?? options.name,
    from: options.parent.from,
    keyTypes: options.parent.keyTypes,
    scope: options.parent.scope,
    where: options.where(viewerOf(context), args),
    order: typeof options.order === 'function' ? options.order(args) : options.order,
    direction:
      (typeof options.direction === 'function' ? options.direction(args) : options.direction) ?? 'asc',
  }
}

/** The loaders of one field of the request's document: the same for every parent the field is resolved on. */
function loadersFor(context: Context, info: GraphQLResolveInfo, create: () => Loaders): Loaders {
  const byField = loadersByField(context)
  const key = fieldKey(info)
  let loaders = byField.get(key)
  if (!loaders) {
    loaders = create()
    byField.set(key, loaders)
  }
  return loaders
}

function fieldKey(info: GraphQLResolveInfo): string {
  let key = ''
  for (let path: GraphQLResolveInfo['path'] | undefined = info.path; path; path = path.prev)
    if (typeof path.key === 'string') key += `.${path.key}`
  return key
}

function createLoaders<Parent, Node, Args extends InputFieldMap>(
  list: KeysetList,
  window: Window,
  options: ConnectionOptions<Parent, Node, Args>,
  context: Context,
  info: GraphQLResolveInfo,
): Loaders {
  const { pool, prisma } = context.database
  const cacheKeyFn = (keys: ParentKeys) => keys.join('\0')
  const query = queryOfNodes(options.name, context, info)
  const delegate = (
    prisma as unknown as Record<string, { findMany(args: object): Promise<{ id: string }[]> }>
  )[list.model.charAt(0).toLowerCase() + list.model.slice(1)]
  return {
    info,
    withRelations: Object.keys(query).length > 0,
    pages: new DataLoader((parents) => readKeysetPages(pool, list, window, parents), { cacheKeyFn }),
    counts: new DataLoader((parents) => countKeysetRows(pool, list, parents), { cacheKeyFn }),
    nodes: new DataLoader(async (ids) => {
      const rows = (await delegate?.findMany({ ...query, where: { id: { in: [...ids] } } })) ?? []
      const byId = new Map(rows.map((row) => [row.id, row]))
      return ids.map((id) => byId.get(id) ?? null)
    }),
  }
}

/** What to load of the items for what is selected below; remembers, below this field, that it is loaded. */
const queryOfNodes = (typeName: string, context: Context, info: GraphQLResolveInfo): object =>
  queryFromInfo({ context, info, typeName, paths: [['nodes'], ['edges', 'node']] })
