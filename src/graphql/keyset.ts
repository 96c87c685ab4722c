import type { Pool } from 'pg'
import { compileWhere, Parameters, type Where } from '../database/where.ts'
import type { Cost } from './cost.ts'
import { decodeCursor, encodeCursor, type OrderType, type OrderValue } from './cursor.ts'

export type Direction = 'asc' | 'desc'

/** A column by which a list is ordered, with its SQL type. The id is always the last column. */
export interface OrderColumn {
  readonly column: string
  readonly type: OrderType
  /** Whether text is ordered without regard to case. */
  readonly ignoreCase?: true
}

/** Returns SQL for the values of a column by which the rows `t` are ordered. */
const orderExpression = ({ column, ignoreCase }: OrderColumn) =>
  ignoreCase ? `lower(t."${column}")` : `t."${column}"`

/**
 * A list of the rows that belong to a parent, with filters and an order. One statement reads a page of it for any
 * number of parents.
 */
export interface KeysetList {
  /** The Prisma model, which is also the name of the table. */
  readonly model: string
  /** SQL to select rows from, over `p`. Defaults to the table of the model. */
  readonly from?: string
  /** SQL types of the parent's keys, which the condition names p.k0, p.k1 … */
  readonly keyTypes: readonly ('text' | 'int')[]
  /** SQL condition over the row `t` and the parent's keys `p`: whether the row belongs to the parent. */
  readonly condition: string
  readonly where: Where
  readonly order: readonly OrderColumn[]
  readonly direction: Direction
}

export type ParentKeys = readonly (string | number)[]

/** The requested part of a list. `limit` is at most maximumPageSize. */
export interface Window {
  readonly limit: number
  readonly backward: boolean
  readonly cursor: string | null
}

export interface KeysetRow {
  readonly id: string
  readonly cursor: string
}

export interface KeysetPage {
  readonly rows: readonly KeysetRow[]
  /** Whether more rows follow in the reading direction. */
  readonly more: boolean
}

/** Reads the same window of the list for every parent, in one statement that stops at the limit of the operation. */
export async function readKeysetPages(
  pool: Pool,
  list: KeysetList,
  window: Window,
  parents: readonly ParentKeys[],
  cost?: Cost,
): Promise<KeysetPage[]> {
  const parameters = new Parameters()
  const keyColumns = list.keyTypes.map((_, index) => `k${index}`)
  const unnested = list.keyTypes.map(
    (type, index) => `${parameters.add(parents.map((keys) => keys[index]))}::${type}[]`,
  )
  const columns: OrderColumn[] = [...list.order, { column: 'id', type: 'text' }]
  const descending = (list.direction === 'desc') !== window.backward
  const conditions = [list.condition, compileWhere(list.model, list.where, 't', parameters)]
  if (window.cursor !== null) conditions.push(afterCursor(list, columns, window, descending, parameters))
  const order = columns
    .map((column) => `${orderExpression(column)} ${descending ? 'DESC' : 'ASC'}`)
    .join(', ')
  const values = columns.map((column, index) => `${orderValue(column)} AS v${index}`)
  const text = `
SELECT p.n::int AS n, r.* FROM unnest(${unnested.join(', ')}) WITH ORDINALITY AS p(${[...keyColumns, 'n'].join(', ')})
CROSS JOIN LATERAL (
  SELECT ${values.join(', ')} FROM ${tableOf(list)} t
  WHERE ${conditions.join(' AND ')}
  ORDER BY ${order} LIMIT ${parameters.add(window.limit + 1)}
) r LIMIT ${parameters.add(cost?.rowsToStopAt ?? null)}`
  const { rows } = await pool.query<Record<string, OrderValue>>(text, parameters.values)
  cost?.readRows(rows.length)
  return assemblePages(list, window, columns.length, parents.length, rows)
}

const tableOf = ({ from, model }: Pick<KeysetList, 'from' | 'model'>) => from ?? `"${model}"`

function orderValue(column: OrderColumn): string {
  const expression = orderExpression(column)
  // Timestamps are read as text, because parsing them to a Date loses microseconds.
  return column.type === 'timestamptz' ? `to_json(${expression}) #>> '{}'` : expression
}

function afterCursor(
  list: KeysetList,
  columns: readonly OrderColumn[],
  window: Window,
  descending: boolean,
  parameters: Parameters,
): string {
  const types = columns.map(({ type }) => type)
  const argument = window.backward ? 'before' : 'after'
  const values = decodeCursor(argument, orderName(list), types, window.cursor as string)
  const left = columns.map(orderExpression).join(', ')
  const right = columns.map(({ type }, index) => `${parameters.add(values[index])}::${type}`).join(', ')
  return `(${left}) ${descending ? '<' : '>'} (${right})`
}

const orderName = (list: KeysetList) =>
  `${list.model}:${list.order.map(orderExpression).join()}:${list.direction}`

function assemblePages(
  list: KeysetList,
  window: Window,
  columnCount: number,
  parentCount: number,
  rows: Record<string, OrderValue>[],
): KeysetPage[] {
  const pages = Array.from({ length: parentCount }, () => ({ rows: [] as KeysetRow[], more: false }))
  const name = orderName(list)
  for (const row of rows) {
    const page = pages[(row.n as number) - 1]
    if (!page) continue
    if (page.rows.length === window.limit) {
      page.more = true
      continue
    }
    const values = Array.from({ length: columnCount }, (_, index) => row[`v${index}`] as OrderValue)
    page.rows.push({ id: String(values.at(-1)), cursor: encodeCursor(name, values) })
  }
  if (window.backward) for (const page of pages) page.rows.reverse()
  return pages
}

/** Counts the rows of the list for every parent, in one statement. */
export async function countKeysetRows(
  pool: Pool,
  list: Omit<KeysetList, 'order' | 'direction'>,
  parents: readonly ParentKeys[],
): Promise<number[]> {
  const parameters = new Parameters()
  const unnested = list.keyTypes.map(
    (type, index) => `${parameters.add(parents.map((keys) => keys[index]))}::${type}[]`,
  )
  const keyColumns = list.keyTypes.map((_, index) => `k${index}`)
  const where = compileWhere(list.model, list.where, 't', parameters)
  const { rows } = await pool.query<{ n: number; count: number }>(
    `SELECT p.n::int AS n, (SELECT count(*)::int FROM ${tableOf(list)} t WHERE ${list.condition} AND ${where}) AS count
FROM unnest(${unnested.join(', ')}) WITH ORDINALITY AS p(${[...keyColumns, 'n'].join(', ')})`,
    parameters.values,
  )
  const counts = new Array<number>(parents.length).fill(0)
  for (const row of rows) counts[row.n - 1] = row.count
  return counts
}
