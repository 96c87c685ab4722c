import type { Viewer } from '../application.ts'
import { guardedColumns } from '../batched/loaded-rows.ts'
import type { ListReads } from '../declare/connection.ts'
import { type CountedList, orderArray, selectCount, visibleColumn } from '../declare/keyset.ts'
import type { RowSetPolicies } from '../plan/policies.ts'
import { keepsRowsOf, type RowSet } from '../plan/row-set.ts'
import { columnInSql, compileWhere, type Parameters } from './where.ts'

// The SQL of row sets that is the same in a flat and in a nested statement.

/** The number of a row among the rows of its parent. */
export const numberMember = 'row number'
/** The values by which a row is ordered. */
export const orderMember = 'row order'
/** The member that tells whether a row is an item of its list. */
export const keepsRowMember = 'row kept'
/** A key of the list that a row was read in. */
export const keyMember = (index: number): string => `key ${index}`

/** Returns SQL to select keys of the row with an alias as those of a parent `p`. */
export const selectKeys = (alias: string, keys: readonly string[]): string =>
  keys.map((key, index) => `${alias}."${key}" AS k${index}`).join(', ')

/** Returns SQL to select the keys of the parent `p`, as a row of its list has them. */
export const parentKeys = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `p.k${index} AS "${keyMember(index)}"`)

/** An SQL expression and its name in what is selected. */
export interface NamedSql {
  readonly name: string
  readonly sql: string
}

export const selectNamed = (members: readonly NamedSql[]): string[] =>
  members.map(({ name, sql }) => `${sql} AS "${name}"`)

/** Returns SQL for rows with their numbers. */
export const numbered = (rows: string): string =>
  `SELECT row_number() OVER () AS "${numberMember}", n.* FROM (${rows}) n`

/** Returns SQL for what is selected of the rows of a row set. `reads` is what is read of the list that they are in. */
export function membersOf(
  { table, declaration, layout, source }: RowSet,
  {
    viewer,
    parameters,
    reads,
    alias = 't',
  }: {
    readonly viewer: Viewer
    readonly parameters: Parameters
    readonly reads: ListReads | undefined
    /** Lists have the alias `t`. */
    readonly alias?: string | undefined
  },
): NamedSql[] {
  const { columns, guarded, added, hasOrder } = layout
  const policies = declaration && guarded.length > 0 ? guardedColumns(declaration, viewer) : new Map()
  const keepsRows = source.pages && keepsRowsOf(source.pages.field)
  return [
    ...columns.map((name) => ({ name, sql: columnInSql(table, alias, name) })),
    ...guarded.map((name) => ({
      name: visibleColumn(name),
      sql: compileWhere(table, policies.get(name) ?? {}, alias, parameters),
    })),
    ...Object.keys(added).map((name) => ({ name, sql: `${alias}."${name}"` })),
    ...(hasOrder && reads ? [{ name: orderMember, sql: orderArray(reads.list) }] : []),
    ...(keepsRows ? [{ name: keepsRowMember, sql: `(${keepsRows.rows})` }] : []),
  ]
}

/** Returns SQL for the number of the rows of a list: of each row of a row set, which has an alias, or of a field of Query. */
export function countOf(
  list: CountedList,
  parent: { readonly rowSet: RowSet; readonly alias: string; readonly keys: readonly string[] } | undefined,
  { policies, parameters }: { readonly policies: RowSetPolicies; readonly parameters: Parameters },
  keepsRows?: string,
): string {
  const { own, condition } = policies.ofParents(list, parent?.rowSet, parameters)
  const count = `(${selectCount(own, parameters, keepsRows)})`
  if (!parent) return `SELECT ${count}`
  const ofVisible = condition ? `CASE WHEN ${condition} THEN ${count} ELSE 0 END` : count
  return `SELECT ${ofVisible} FROM (SELECT ${selectKeys(parent.alias, parent.keys)}) p`
}
