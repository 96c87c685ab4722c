import type { KeysetList } from '../declare/keyset.ts'
import type { LevelPolicies } from '../plan/policies.ts'
import type { Level } from '../plan/row-sets.ts'
import type { NamedSql } from '../sql/row-set-sql.ts'
import {
  compileWhere,
  type Parameters,
  type ReferredCondition,
  referenceOf,
  splitByReference,
} from '../sql/where.ts'

/** The rows of another table that are read together with the items of a list that refer to them. */
interface JoinedTable {
  readonly table: string
  /** The column of the items that has the id of the other row. */
  readonly column: string
  readonly alias: string
  readonly conditions: readonly ReferredCondition[]
  /** The levels that the other rows are those of. */
  readonly levels: readonly Level[]
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
export function joinedListOf(list: KeysetList, level: Level, policies: LevelPolicies): JoinedList {
  let own = list
  const tables: JoinedTable[] = []
  for (const [column, levels] of Map.groupBy(referredLevels(level, policies), ({ column }) => column)) {
    const split = splitByReference(list.model, own.where, column)
    const [referred] = split.referred
    if (!referred) continue
    own = { ...own, where: split.own }
    tables.push({
      table: referred.table,
      column,
      alias: `j${tables.length}`,
      conditions: split.referred,
      levels: levels.map((each) => each.level),
    })
  }
  return { own, tables }
}

/** Returns the levels of rows that the items refer to by a foreign key, and that need no other policy than that of the list. */
function referredLevels(parent: Level, policies: LevelPolicies): { column: string; level: Level }[] {
  const selected = [...new Set(parent.below.values())].flatMap((level) => {
    const { source, table } = level
    if (source.kind !== 'one' || source.of !== 'id' || !source.policy) return []
    return policies.isImplied(table, source) ? [{ column: source.column, level }] : []
  })
  const related = [...parent.related].flatMap(([relation, level]) => {
    const { column, isForeignKey } = referenceOf(parent.table, relation)
    return isForeignKey ? [{ column, level }] : []
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
const joinedName = ({ index }: Level, name: string): string => `${index} ${name}`

/** Returns the members of a joined row as members of the item that refers to it. */
export const joinedMembers = (level: Level, members: readonly NamedSql[]): NamedSql[] =>
  members.map(({ name, sql }) => ({ name: joinedName(level, name), sql }))

/** Returns SQL for a joined row, from the members of the item, which has an alias. The planner dissolves the query. */
export const joinedRow = (level: Level, members: readonly NamedSql[], alias: string): string =>
  `LATERAL (SELECT ${members.map(({ name }) => `${alias}."${joinedName(level, name)}" AS "${name}"`).join(', ')})`
