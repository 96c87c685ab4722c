import DataLoader from 'dataloader'
import { type GraphQLResolveInfo, type OperationDefinitionNode, OperationTypeNode } from 'graphql'
import { getOrCreate } from '../../base/get-or-create.ts'
import { createdPerRequest } from '../../base/per-request.ts'
import type { Context, Viewer } from '../application.ts'
import { keysOfPath } from '../declare/document-path.ts'
import {
  type CountedList,
  countKeysetRows,
  type ParentKeys,
  type Row,
  type SelectedColumns,
  selectedColumns,
} from '../declare/keyset.ts'
import {
  declarationOf,
  furtherRelated,
  guardsOf,
  type ModelDeclaration,
  models,
  type Policy,
  type Related,
  type Relation,
} from '../declare/model-registry.ts'
import type { AllDeclaration } from '../fields/all.ts'
import type { CountDeclaration } from '../fields/count.ts'
import type { OneDeclaration } from '../fields/one.ts'
import { graphHost, viewerOf } from '../host.ts'
import { arrayParameter } from '../sql/array-parameter.ts'
import { compileWhere, Parameters, type RelationReference, referenceOf, type Where } from '../sql/where.ts'

/** The batched reads of a request. */
const loadersOf = createdPerRequest(
  (_context: Context) => new Map<string, DataLoader<never, unknown, string>>(),
)

/** The context of a read, and the path of the objects whose fields read rows. */
export interface ReadOrigin {
  readonly context: Context
  /** The fields that led to the objects. Absent where code reads rows, which then are not remembered. */
  readonly path?: string
}

/** Returns the origin of the reads of a field. All fields of the same objects read a row in the same statement. */
export const originOf = (context: Context, { path }: GraphQLResolveInfo): ReadOrigin => ({
  context,
  path: keysOfPath(path.prev),
})

/** Returns the origin of the reads of a list, which are its own where an object is asked for it under two names. */
export const originOfList = (context: Context, { path }: GraphQLResolveInfo): ReadOrigin => ({
  context,
  path: keysOfPath(path),
})

/** Returns the loader of a name for reads of one origin, which is created at its first use. */
function loader<Key extends string | ParentKeys, Value>(
  { context, path }: ReadOrigin,
  name: string,
  read: (keys: readonly Key[]) => Promise<readonly Value[]>,
): DataLoader<Key, Value, string> {
  const loaders = loadersOf(context) as unknown as Map<string, DataLoader<Key, Value, string>>
  const cacheKeyFn = (given: Key) => String(given)
  return getOrCreate(
    loaders,
    `${path ?? ''} ${name}`,
    () => new DataLoader<Key, Value, string>(read, { cacheKeyFn, cache: path !== undefined }),
  )
}

/** A selection of rows of a table. */
export interface RowSelection extends SelectedColumns {
  readonly table: string
  /** The column by whose values rows are found. */
  readonly column: string
  readonly where: Where
}

/** Returns the columns of a model that not everyone may see who sees a row, with their policies. */
export const guardedColumns = (declaration: ModelDeclaration, viewer: Viewer): ReadonlyMap<string, Where> =>
  new Map(guardsOf(declaration).map(({ column, visible }) => [column, visible(viewer)]))

/** Reads rows by a unique column, in one statement, by its values. The selection must have the column. */
export async function readRowsByValue(
  { database }: Context,
  { table, column, where, ...selected }: RowSelection,
  values: readonly string[],
): Promise<ReadonlyMap<string, Row>> {
  const parameters = new Parameters()
  const among = arrayParameter(parameters.add(values))
  const members = selectedColumns(table, selected, parameters)
  const condition = compileWhere(table, where, 't', parameters)
  const rows = await database.query<Row>(
    `SELECT ${members} FROM "${table}" t
     WHERE t."${column}" = ANY(${among}) AND ${condition}`,
    parameters.values,
  )
  return new Map(rows.map((row) => [row[column] as string, row]))
}

/** Reads rows by a unique column, in the order of the values. Null for those not found. */
export async function readRows(
  context: Context,
  selection: RowSelection,
  values: readonly string[],
): Promise<(Row | null)[]> {
  const byValue = await readRowsByValue(context, selection, values)
  return values.map((value) => byValue.get(value) ?? null)
}

/** The address of a row of a model: the value of a unique column, among the rows of a policy. */
interface RowAddress {
  readonly column: string
  readonly value: string
  readonly policy: Policy
}

/** Loads the row of a model, or null if there is none. All rows of a name are loaded in one statement. */
const loadRow = (
  origin: ReadOrigin,
  name: string,
  declaration: ModelDeclaration,
  { column, value, policy }: RowAddress,
): Promise<Row | null> =>
  loader(origin, name, (values: readonly string[]) => {
    const viewer = viewerOf(origin.context)
    const guarded = guardedColumns(declaration, viewer)
    return readRows(
      origin.context,
      { table: declaration.table, column, where: policy(viewer), guarded },
      values,
    )
  }).load(value)

/** Returns the row with the value in the column, or null if the viewer may not see it. */
export function visibleRow(
  origin: ReadOrigin,
  declaration: ModelDeclaration,
  value: string,
  column = 'id',
): Promise<Row | null> {
  const { name, visible: policy } = declaration
  return loadRow(origin, `one ${name} by ${column}`, declaration, { column, value, policy })
}

/** Returns the condition on the row that a field leads to: the policy of its model, and the filter of the field. */
export function policyOfReferred({ target, filter, policy }: OneDeclaration): Policy {
  const among = policy ?? declarationOf(target).visible
  return filter ? (viewer) => ({ AND: [among(viewer), filter(viewer)] }) : among
}

/** Returns the row that a field leads to, by the value of its column. Null if the viewer may not see it. */
export function referredRowOf(
  origin: ReadOrigin,
  strategy: OneDeclaration,
  value: string,
): Promise<Row | null> {
  const { target, column, of, filter, policy } = strategy
  const declaration = declarationOf(target)
  if (!filter && !policy) return visibleRow(origin, declaration, value, of)
  const filtered = filter ? ` where ${JSON.stringify(filter(viewerOf(origin.context)))}` : ''
  const name = `one ${target} by ${of}${policy ? ` of ${column}` : ''}${filtered}`
  return loadRow(origin, name, declaration, { column: of, value, policy: policyOfReferred(strategy) })
}

/** Returns the error of an answer that must have a row which another request has deleted, or hidden from the viewer, since. */
export const hiddenSince = (): Error => graphHost().errors.concurrentChange()

export const isWrite = ({ operation }: OperationDefinitionNode): boolean =>
  operation === OperationTypeNode.MUTATION

/** Returns the row with the id by the policy for rows found by id, or null if there is none. */
export function rowById(origin: ReadOrigin, declaration: ModelDeclaration, id: string): Promise<Row | null> {
  const { name, visibleById: policy } = declaration
  return loadRow(origin, `${name} by id`, declaration, { column: 'id', value: id, policy })
}

/** Returns a row that matches, by default by the policy for rows found by id, or null if there is none. */
export async function rowWhere(
  context: Context,
  declaration: ModelDeclaration,
  where: Where,
  policy = declaration.visibleById,
): Promise<Row | null> {
  const { table } = declaration
  const viewer = viewerOf(context)
  const parameters = new Parameters()
  const members = selectedColumns(table, { guarded: guardedColumns(declaration, viewer) }, parameters)
  const condition = compileWhere(table, { AND: [where, policy(viewer)] }, 't', parameters)
  const [row] = await context.database.query<Row>(
    `SELECT ${members} FROM "${table}" t WHERE ${condition} LIMIT 1`,
    parameters.values,
  )
  return row ?? null
}

/** Returns a row that a visible row refers to, for what is computed from it. */
const referredRow = (origin: ReadOrigin, table: string, value: string, column = 'id'): Promise<Row | null> =>
  loader(origin, `referred ${table} by ${column}`, (values: readonly string[]) =>
    readRows(origin.context, { table, column, where: {} }, values),
  ).load(value)

/** Returns a row of a relation: mostly one that is visible too, and then is read with those of edges. */
async function rowOfReference(
  origin: ReadOrigin,
  { table, of, isForeignKey }: RelationReference,
  value: string,
): Promise<Row | null> {
  const declaration = isForeignKey ? models.get(table) : undefined
  const visible = declaration && (await visibleRow(origin, declaration, value))
  return visible ?? referredRow(origin, table, value, of)
}

/** Returns the rows that a row refers to, under the names of the relations. */
export async function relatedRows(
  origin: ReadOrigin,
  table: string,
  row: Row,
  related: Related,
): Promise<Record<string, unknown>> {
  const members = Object.entries(related).map(async ([relation, inner]) => {
    const reference = referenceOf(table, relation)
    const value = row[reference.column]
    const found = value === null ? null : await rowOfReference(origin, reference, value as string)
    if (!found) return [relation, missingRow(reference, value)] as const
    const further = await relatedRows(origin, reference.table, found, furtherRelated(inner))
    return [relation, { ...found, ...further }] as const
  })
  return Object.fromEntries(await Promise.all(members))
}

/**
 * Returns null for a row that refers to none by a relation. Throws CONCURRENT_CHANGE if its foreign key has a value: the
 * other row was deleted between the statements of the read.
 */
export function missingRow({ isForeignKey }: RelationReference, value: unknown): null {
  if (isForeignKey && value !== null) throw hiddenSince()
  return null
}

/** Returns whether the row with the id matches a policy, in one statement for all rows of a request. */
export const matches = (
  origin: ReadOrigin,
  field: string,
  table: string,
  policy: Policy,
  id: string,
): Promise<boolean> =>
  loader(origin, `matches ${field}`, async (ids: readonly string[]) => {
    const { context } = origin
    if (!context.viewer) return ids.map(() => false)
    const parameters = new Parameters()
    const among = parameters.add(ids)
    const where = compileWhere(table, policy(context.viewer), 't', parameters)
    const rows = await context.database.query<{ id: string }>(
      `SELECT t.id FROM "${table}" t WHERE t.id = ANY(${among}::text[]) AND ${where}`,
      parameters.values,
    )
    const found = new Set(rows.map((row) => row.id))
    return ids.map((id) => found.has(id))
  }).load(id)

/** Returns the relation by a column of the target with the id of a row, or a relation in SQL. */
export const relationBy = (by: string | Relation): Relation =>
  typeof by === 'string' ? { condition: `t."${by}" = p.k0`, by, keys: ['id'] } : by

/** Returns all visible rows of a list without pages, in order, by the key of its parent. */
export function allRowsOf(
  origin: ReadOrigin,
  strategy: AllDeclaration,
  parentKey: string,
): Promise<readonly Row[]> {
  const { from, condition } = strategy.relation
  const name = `all ${strategy.target} by ${from ?? ''} ${condition} where ${JSON.stringify(strategy.filter)}`
  return loader(origin, name, async (parentKeys: readonly string[]) => {
    const { context } = origin
    const guarded = guardedColumns(declarationOf(strategy.target), viewerOf(context))
    const byParent = await readAllRows(context, strategy, { guarded }, parentKeys)
    return parentKeys.map((key) => byParent.get(key) ?? [])
  }).load(parentKey)
}

/** Returns SQL for the order of the rows `t` of a list without pages. */
export const orderOfAll = ({ order, direction }: Pick<AllDeclaration, 'order' | 'direction'>): string =>
  [...order, 'id'].map((name) => `t."${name}"${direction === 'desc' ? ' DESC' : ''}`).join(', ')

/** The member of a row of a list without pages that is the key of its parent. */
const parentMember = 'key of the parent'

/**
 * Reads the visible rows of lists without pages, in order, by the key of the parent. OFFSET 0 lets PostgreSQL begin with the rows of
 * each parent, and not with those that other conditions match.
 */
export async function readAllRows(
  context: Context,
  strategy: AllDeclaration,
  selection: SelectedColumns,
  parentKeys: readonly string[],
): Promise<ReadonlyMap<string, readonly Row[]>> {
  const { target, relation, filter } = strategy
  const { table, visible } = declarationOf(target)
  const parameters = new Parameters()
  const among = arrayParameter(parameters.add(parentKeys))
  const where = compileWhere(table, { AND: [visible(viewerOf(context)), filter] }, 't', parameters)
  const members = selectedColumns(table, { ...selection, adds: relation.adds }, parameters)
  const rows = await context.database.query<Row>(
    `SELECT p.k0 AS "${parentMember}"${members && `, ${members}`}
     FROM unnest(${among}) p(k0)
     CROSS JOIN LATERAL (SELECT * FROM ${relation.from ?? `"${table}"`} t WHERE ${relation.condition} OFFSET 0) t
     WHERE ${where}
     ORDER BY ${orderOfAll(strategy)}
     LIMIT ${parameters.add(context.cost?.rowsToStopAt ?? null)}`,
    parameters.values,
  )
  context.cost?.readRows(rows.length)
  return Map.groupBy(rows, (row) => row[parentMember] as string)
}

/** Counts the visible rows of a list, in one statement for all parents of a request. */
export function countRowsOf(
  origin: ReadOrigin,
  field: string,
  declared: CountDeclaration,
  row: Row,
): Promise<number> {
  const { context } = origin
  return loader(origin, `count ${field}`, (parents: readonly ParentKeys[]) =>
    countKeysetRows(context.database, countedRows(declared, viewerOf(context)), parents),
  ).load(keysOf(declared.relation, row))
}

/** Returns the list of the visible rows that a field counts. */
export function countedRows({ target, relation, together }: CountDeclaration, viewer: Viewer): CountedList {
  const { table, visible } = declarationOf(target)
  const { from, keys, condition, by } = relation
  const keyTypes = keys.map(() => 'text' as const)
  return { model: table, from, keyTypes, condition, by, where: visible(viewer), together }
}

export const keysOf = ({ keys }: Relation, row: Row): ParentKeys =>
  keys.map((column) => row[column] as string)
