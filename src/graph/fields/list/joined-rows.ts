import type { KeysetList } from '../../declare/keyset.ts'
import type { RowSetPolicies } from '../../plan/policies.ts'
import type { RowSet } from '../../plan/row-set.ts'
import type { NamedSql } from '../../sql/row-set-sql.ts'
import {
  compileWhere,
  type Parameters,
  type ReferredCondition,
  referenceOf,
  splitByReference,
} from '../../sql/where.ts'

/** The rows of another table that are read together with the items of a list that refer to them. */
interface JoinedTable {
  readonly table: string
  /** The column of the items that has the id of the other row. */
  readonly column: string
  readonly alias: string
  readonly conditions: readonly ReferredCondition[]
  /** The row sets that the other rows are those of. */
  readonly rowSets: readonly RowSet[]
}

/** A list whose policy is on rows that are selected too. */
export interface JoinedList {
  /** The list, without the conditions on the joined rows. */
  readonly own: KeysetList
  readonly tables: readonly JoinedTable[]
}

/**
 * Finds the tables that the policy of a list and what is selected of its items both read. An inner join reads their rows
 * once instead of once for each, and leaves out the items whose row does not match the policy.
 */
export function joinedListOf(list: KeysetList, rowSet: RowSet, policies: RowSetPolicies): JoinedList {
  let own = list
  const tables: JoinedTable[] = []
  for (const [column, rowSets] of Map.groupBy(referredRowSets(rowSet, policies), ({ column }) => column)) {
    const split = splitByReference(list.model, own.where, column)
    const [referred] = split.referred
    if (!referred) continue
    own = { ...own, where: split.own }
    tables.push({
      table: referred.table,
      column,
      alias: `j${tables.length}`,
      conditions: split.referred,
      rowSets: rowSets.map((each) => each.rowSet),
    })
  }
  return { own, tables }
}

/** Returns the row sets of rows that the items refer to by a foreign key, and that need no other policy than that of the list. */
function referredRowSets(parent: RowSet, policies: RowSetPolicies): { column: string; rowSet: RowSet }[] {
  const selected = [...new Set(parent.below.values())].flatMap((rowSet) => {
    const { reference } = rowSet.source
    if (reference?.of !== 'id' || !reference.policy) return []
    return policies.isImplied(rowSet.table, reference) ? [{ column: reference.column, rowSet }] : []
  })
  const related = [...parent.related].flatMap(([relation, rowSet]) => {
    const { column, isForeignKey } = referenceOf(parent.table, relation)
    return isForeignKey ? [{ column, rowSet }] : []
  })
  return [...selected, ...related]
}

/** Returns SQL that joins tables to the rows `t` of a list. */
export const joins = (tables: readonly JoinedTable[], parameters: Parameters): string =>
  tables
    .map(({ table, column, alias, conditions }) => {
      const policies = conditions.map(({ where }) => compileWhere(table, where, alias, parameters))
      return ` JOIN "${table}" ${alias} ON ${[`${alias}.id = t."${column}"`, ...new Set(policies)].join(' AND ')}`
    })
    .join('')

/** Returns the name that a member of a joined row has among the members of the item. */
const joinedName = ({ index }: RowSet, name: string): string => `${index} ${name}`

/** Returns the members of a joined row as members of the item that refers to it. */
export const joinedMembers = (rowSet: RowSet, members: readonly NamedSql[]): NamedSql[] =>
  members.map(({ name, sql }) => ({ name: joinedName(rowSet, name), sql }))

/** Returns SQL for a joined row, from the members of the item, which has an alias. The planner dissolves the query. */
export const joinedRow = (rowSet: RowSet, members: readonly NamedSql[], alias: string): string =>
  `LATERAL (SELECT ${members.map(({ name }) => `${alias}."${joinedName(rowSet, name)}" AS "${name}"`).join(', ')})`
