import { getOrCreate } from '../../base/get-or-create.ts'
import type { Budget, Database } from '../application.ts'
import { arrayParameter } from '../sql/array-parameter.ts'
import {
  columnsOf,
  compileWhere,
  Parameters,
  splitByReference,
  storedIn,
  type Where,
  withOneConditionPerRow,
} from '../sql/where.ts'
import { decodeCursor, encodeCursor, type OrderType, type OrderValue } from './cursor.ts'
import type { AddedMembers } from './relation.ts'

export type Direction = 'asc' | 'desc'

/** A column by which a list is ordered, with its SQL type. The id is always the last column. */
export interface OrderColumn {
  readonly column: string
  readonly type: OrderType
  /** Whether text is ordered without regard to case. */
  readonly ignoreCase?: true
  /** The row that has the column, if it is another one: that of a table whose id is in the column `key`. */
  readonly of?: { readonly table: string; readonly key: string }
  /** SQL for the value that takes the place of null, which has no place in an order. */
  readonly absent?: string
}

/** Returns SQL for the values of a column by which the rows `t` are ordered. */
function orderExpression({ column, ignoreCase, of, absent }: OrderColumn): string {
  const stored = `${of ? 'o' : 't'}."${column}"`
  const folded = ignoreCase ? `lower(${stored})` : stored
  const value = absent === undefined ? folded : `coalesce(${folded}, ${absent})`
  return of ? `(SELECT ${value} FROM "${of.table}" o WHERE o.id = t."${of.key}")` : value
}

/**
 * A list of the rows that belong to a parent, with filters and an order. One statement reads a page of it for any
 * number of parents.
 */
export interface KeysetList extends SelectedColumns {
  /** The Prisma model, which is also the name of the table. */
  readonly model: string
  /** SQL to select rows from, over `p`. Defaults to the table of the model. */
  readonly from?: string
  /**
   * The same rows in parts, each of which an index has in the order of the list: what returns SQL for the rows of a part, given
   * the rest of its statement over the row `t`, from a condition to the limit.
   */
  readonly parts?: readonly ((rest: string) => string)[] | undefined
  /** SQL types of the parent's keys, which the condition names p.k0, p.k1 … */
  readonly keyTypes: readonly ('text' | 'int')[]
  /** SQL condition over the row `t` and the parent's keys `p`: whether the row belongs to the parent. */
  readonly condition: string
  /** The column of the rows that has the key of the parent, if nothing else relates them. */
  readonly by?: string
  readonly where: Where
  readonly order: readonly OrderColumn[]
  readonly direction: Direction
  /** The number up to which the rows are counted. By default all are. */
  readonly countedTo?: number | undefined
}

export interface CountedList extends Omit<KeysetList, 'order' | 'direction'> {
  /** The foreign key of the rows by which those that their policy is on are found together. By default one after the other. */
  readonly together?: string | undefined
}

export interface SelectedColumns {
  /** Defaults to all columns. */
  readonly columns?: readonly string[]
  /** The columns that are read only for rows that match another policy, with it. */
  readonly guarded?: ReadonlyMap<string, Where>
  /** The members besides the columns of the table, by name. */
  readonly adds?: AddedMembers
}

export type Row = Readonly<Record<string, unknown>>

/** Returns the name under which a row says whether the viewer may see a guarded column of it. */
export const visibleColumn = (column: string): string => `visible ${column}`

/** Returns SQL for the columns of the rows `t`; empty for none. */
export function selectedColumns(
  model: string,
  { columns, guarded = new Map(), adds = {} }: SelectedColumns,
  parameters: Parameters,
): string {
  const guards = [...guarded].map(
    ([name, policy]) => `${compileWhere(model, policy, 't', parameters)} AS "${visibleColumn(name)}"`,
  )
  const added = Object.keys(adds).map((name) => `t."${name}"`)
  return [columnsOf(model, 't', columns), ...guards, ...added].filter((part) => part !== '').join(', ')
}

/** The member of a row that is the number of its parent, which `parentsInSql` gives. */
export const parentMember = 'number of the parent'
/** The member of a row that is a value by which it is ordered. */
const orderMember = (index: number) => `order ${index}`

export type ParentKeys = readonly (string | number | boolean | null)[]

/** The requested part of a list. `limit` is at most maximumPageSize. */
export interface Window {
  readonly limit: number
  readonly backward: boolean
  readonly cursor: string | null
}

/** An item of a page. Its cursor is encoded when it is read, because most operations do not select it. */
export class KeysetItem {
  readonly row: Row
  readonly #order: string
  readonly #orderColumns: number

  constructor(row: Row, order: string, orderColumns: number) {
    this.row = row
    this.#order = order
    this.#orderColumns = orderColumns
  }

  get cursor(): string {
    const members = Array.from({ length: this.#orderColumns }, (_, index) => orderMember(index))
    return encodeCursor(
      this.#order,
      members.map((member) => this.row[member] as OrderValue),
    )
  }
}

export interface KeysetPage {
  readonly items: readonly { readonly row: Row; readonly cursor: string }[]
  /** Whether more rows follow in the reading direction. */
  readonly more: boolean
}

/** Reads the same window of the list for every parent, in one statement that stops at the limit of the operation. */
export async function readKeysetPages(
  database: Pick<Database, 'query'>,
  list: KeysetList,
  window: Window,
  parents: readonly ParentKeys[],
  cost?: Budget,
): Promise<KeysetPage[]> {
  const parameters = new Parameters()
  const given = parentsInSql(list, parents, parameters)
  const limit = parameters.add(window.limit + 1)
  const members = [...orderValues(list), selectedColumns(list.model, list, parameters)].join(', ')
  const most = rowsOfItems(cost?.rowsToStopAt ?? null, parents)
  const text = `
SELECT p.n::int AS "${parentMember}", r.* FROM ${given}
CROSS JOIN LATERAL (${selectWindow(list, window, members, limit, parameters)}) r LIMIT ${parameters.add(most)}`
  const rows = await database.query<Record<string, unknown>>(text, parameters.values)
  const pages = assemblePages(list, window, parents.length, rows)
  cost?.readRows(pages.reduce((sum, { items }) => sum + items.length, 0))
  return pages
}

/** Returns the number of rows among which are so many items: the row after the window of a parent is none, and costs nothing. */
const rowsOfItems = (items: number | null, parents: readonly ParentKeys[]): number | null =>
  items === null ? null : items + parents.length

/** Returns SQL for parents as `p`, with their keys and their numbers. */
export function parentsInSql(
  { keyTypes }: Pick<KeysetList, 'keyTypes'>,
  parents: readonly ParentKeys[],
  parameters: Parameters,
): string {
  const keys = keyTypes.map((type, index) =>
    arrayParameter(parameters.add(parents.map((each) => each[index])), type),
  )
  const names = [...keyTypes.keys()].map((index) => `k${index}`)
  return `unnest(${keys.join(', ')}) WITH ORDINALITY AS p(${[...names, 'n'].join(', ')})`
}

/**
 * Returns SQL for the rows `t` of the list of the parent `p` in a window. `members` and `limit` are SQL, as is what is
 * joined to the rows.
 */
export function selectWindow(
  list: KeysetList,
  window: Window,
  members: string,
  limit: string,
  parameters: Parameters,
  joined = '',
): string {
  const columns = orderColumns(list)
  const descending = (list.direction === 'desc') !== window.backward
  const conditions = [list.condition, compileWhere(list.model, list.where, 't', parameters)]
  if (window.cursor !== null) conditions.push(afterCursor(list, columns, window, descending, parameters))
  const order = columns
    .map((column) => `${orderExpression(column)} ${descending ? 'DESC' : 'ASC'}`)
    .join(', ')
  const condition = conditions.join(' AND ')
  const end = `ORDER BY ${order} LIMIT ${limit}`
  if (!list.parts || joined !== '')
    return `SELECT ${members} FROM ${tableOf(list)} t${joined} WHERE ${condition} ${end}`
  const parts = list.parts.map((part) => `(${part(`${condition} ${end}`)})`)
  return `SELECT ${members} FROM (${parts.join(' UNION ALL ')}) t ${end}`
}

/**
 * Returns SQL for the number of rows of the list of the parent `p`. It is null if a condition in SQL is given that does
 * not hold for all of them.
 */
export function selectCount(list: CountedList, parameters: Parameters, condition?: string): string {
  const count = condition
    ? `CASE WHEN coalesce(bool_and(${condition}), TRUE) THEN count(*)::int END`
    : 'count(*)::int'
  const rows = `FROM ${tableOf(list)} t WHERE ${conditionOfCounted(list, parameters)}`
  if (list.countedTo === undefined) return `SELECT ${count} ${rows}`
  return `SELECT ${count} FROM (SELECT t.* ${rows} LIMIT ${list.countedTo}) t`
}

/**
 * Returns SQL for the condition of the rows `t` that are counted. The ids of rows that are found together are read into an array,
 * for which an index is read along its leaves, and not from its root for each. `IS TRUE` lets PostgreSQL hash what it finds.
 */
function conditionOfCounted({ together, ...list }: CountedList, parameters: Parameters): string {
  const where = withOneConditionPerRow(list.model, list.where)
  const { own, referred } =
    together === undefined ? { own: where, referred: [] } : splitByReference(list.model, where, together)
  const condition = `${list.condition} AND ${compileWhere(list.model, own, 't', parameters)}`
  const visible = referred.map(
    ({ column, table, where: policy }) => `(t."${column}" IN (
      SELECT s.id FROM "${table}" s
      WHERE s.id = ANY(ARRAY(SELECT t."${column}" FROM ${tableOf(list)} t WHERE ${condition}))
        AND ${compileWhere(table, policy, 's', parameters)})) IS TRUE`,
  )
  return [condition, ...visible].join(' AND ')
}

const orderColumns = ({ order }: Pick<KeysetList, 'order'>): OrderColumn[] => [
  ...order,
  { column: 'id', type: 'text' },
]

/** Returns SQL for the values by which the rows `t` of a list are ordered, each under a name. */
const orderValues = (list: Pick<KeysetList, 'order'>): string[] =>
  orderColumns(list).map((column, index) => `${orderValue(column)} AS "${orderMember(index)}"`)

/** Returns SQL for the same values as a JSON array. */
export const orderArray = (list: Pick<KeysetList, 'order'>): string =>
  `json_build_array(${orderColumns(list).map(orderValue).join(', ')})`

/** Returns the cursor of a row of a list, from the values by which it is ordered. */
export const cursorOf = (list: KeysetList, values: readonly OrderValue[]): string =>
  encodeCursor(orderName(list), values)

const tableOf = ({ from, model }: Pick<KeysetList, 'from' | 'model'>) => from ?? `"${model}"`

function orderValue(column: OrderColumn): string {
  const expression = orderExpression(column)
  // Timestamps are read as text, because parsing them to a Date loses microseconds.
  if (column.type === 'timestamptz') return `to_json(${expression}) #>> '{}'`
  // The driver would read it as text.
  return column.type === 'bigint' ? `(${expression})::float8` : expression
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

/** The names of the orders of lists: each item of an answer may have a cursor. */
const orderNames = new WeakMap<KeysetList, string>()

const orderName = (list: KeysetList): string =>
  getOrCreate(
    orderNames,
    list,
    () => `${storedIn(list.model)}:${list.order.map(orderExpression).join()}:${list.direction}`,
  )

function assemblePages(
  list: KeysetList,
  window: Window,
  parentCount: number,
  rows: readonly Row[],
): KeysetPage[] {
  const pages = Array.from({ length: parentCount }, () => ({ items: [] as KeysetItem[], more: false }))
  const name = orderName(list)
  const columnCount = orderColumns(list).length
  for (const row of rows) {
    const page = pages[(row[parentMember] as number) - 1]
    if (!page) continue
    if (page.items.length === window.limit) {
      page.more = true
      continue
    }
    page.items.push(new KeysetItem(row, name, columnCount))
  }
  if (window.backward) for (const page of pages) page.items.reverse()
  return pages
}

/** Counts the rows of the list for every parent, in one statement. */
export async function countKeysetRows(
  database: Pick<Database, 'query'>,
  list: CountedList,
  parents: readonly ParentKeys[],
): Promise<number[]> {
  const parameters = new Parameters()
  const given = parentsInSql(list, parents, parameters)
  const rows = await database.query<{ n: number; count: number }>(
    `SELECT p.n::int AS n, (${selectCount(list, parameters)}) AS count
FROM ${given}`,
    parameters.values,
  )
  const counts = new Array<number>(parents.length).fill(0)
  for (const row of rows) counts[row.n - 1] = row.count
  return counts
}
