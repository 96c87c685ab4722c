import type { Context } from '../application.ts'
import { emptyPage, type KeysetConnection, keyOfParent } from '../declare/connection.ts'
import { countKeysetRows, type ParentKeys, type Row, readKeysetPages } from '../declare/keyset.ts'
import { furtherRelated, type ModelDeclaration, type Related } from '../declare/model-registry.ts'
import { viewerOf } from '../host.ts'
import type { Columns } from '../plan/columns.ts'
import { referenceOf } from '../sql/where.ts'
import { guardedColumns, missingRow, readRowsByValue } from './loaded-rows.ts'

export const distinct = <Value>(values: Iterable<Value>): Value[] => [...new Set(values)]

/** Returns the columns to read of rows that the viewer sees. */
export function selectionOf(context: Context, declaration: ModelDeclaration, columns: Columns) {
  const guarded = [...guardedColumns(declaration, viewerOf(context))]
  return { columns: columns.names, guarded: new Map(guarded.filter(([name]) => columns.isGuarded(name))) }
}

/** Reads a value for each parent, once for parents with the same keys. */
export async function forEachDistinct<Value>(
  parents: readonly ParentKeys[],
  read: (parents: readonly ParentKeys[]) => Promise<readonly Value[]>,
): Promise<Value[]> {
  const byKey = new Map(parents.map((keys) => [keyOfParent(keys), keys]))
  const values = await read([...byKey.values()])
  const valueByKey = new Map([...byKey.keys()].map((key, index) => [key, values[index] as Value]))
  return parents.map((keys) => valueByKey.get(keyOfParent(keys)) as Value)
}

/** The data that a selection on connections needs. */
export interface ListNeeds {
  readonly page: boolean
  readonly count: boolean
  readonly columns: Columns
}

/** Reads what a selection needs of connections, which share their list and window. */
export async function readConnections(
  context: Context,
  connections: readonly KeysetConnection<unknown>[],
  { page, count, columns }: ListNeeds,
): Promise<void> {
  const reads = connections[0]?.reads
  if (!reads) return
  const { list, window } = reads
  const parents = connections.map(({ keys }) => keys)
  const guarded = new Map([...(list.guarded ?? [])].filter(([name]) => columns.isGuarded(name)))
  const narrowed = { ...list, columns: columns.names, guarded }
  const [pages, counts] = await Promise.all([
    page && window.limit > 0
      ? outcomes(parents, (keys) => readKeysetPages(context.database, narrowed, window, keys, context.cost))
      : parents.map(() => () => emptyPage),
    count ? outcomes(parents, (keys) => countKeysetRows(context.database, list, keys)) : [],
  ])
  for (const [index, connection] of connections.entries()) {
    if (page) connection.readPage = pages[index]
    if (count) connection.readCount = counts[index]
  }
}

/** Reads a value for each parent. The values are had by functions, which throw what the reading threw. */
async function outcomes<Value>(
  parents: readonly ParentKeys[],
  read: (parents: readonly ParentKeys[]) => Promise<readonly Value[]>,
): Promise<(() => Value)[]> {
  try {
    const values = await forEachDistinct(parents, read)
    return values.map((value) => () => value)
  } catch (error) {
    return parents.map(() => () => {
      throw error
    })
  }
}

/** The rows that those of a row set refer to, by id, for each path of relations. */
export type RelatedReads = Map<string, Promise<ReadonlyMap<string, Row>>>

/** Returns the rows of a row set with those that they refer to, under the names of the relations. */
export async function withRelated(
  context: Context,
  table: string,
  rows: readonly Row[],
  related: Related,
  shared: RelatedReads,
  path = '',
): Promise<readonly Row[]> {
  const members = await Promise.all(
    Object.entries(related).map(async ([relation, inner]) => {
      const reference = referenceOf(table, relation)
      const { column, of, table: target } = reference
      const values = rows.flatMap((row) => (row[column] === null ? [] : [row[column] as string]))
      const innerPath = `${path}.${relation}`
      const selection = { table: target, column: of, where: {} }
      const reading = shared.get(innerPath) ?? readRowsByValue(context, selection, distinct(values))
      shared.set(innerPath, reading)
      const found = [...(await reading).values()]
      const complete = await withRelated(context, target, found, furtherRelated(inner), shared, innerPath)
      return { relation, reference, byValue: new Map(complete.map((row) => [row[of], row])) }
    }),
  )
  return rows.map((row) => {
    const complete: Record<string, unknown> = { ...row }
    for (const { relation, reference, byValue } of members) {
      const value = row[reference.column]
      complete[relation] = byValue.get(value) ?? missingRow(reference, value)
    }
    return complete
  })
}
