import { getOrCreate } from '../../base/get-or-create.ts'
import type { Context } from '../application.ts'
import type { ListReads } from '../declare/connection.ts'
import type { CountedList } from '../declare/keyset.ts'
import type { Policy } from '../declare/model-registry.ts'
import { permissionOfField } from '../declare/permission.ts'
import type { FixedColumns } from '../declare/planned-read.ts'
import { graphHost, viewerOf } from '../host.ts'
import type { FieldPlan, SelectionPlan } from '../plan/field-plan.ts'
import type { FullPages } from '../plan/full-pages.ts'
import { type PlannedReads, RowSetPolicies } from '../plan/policies.ts'
import type { RowSet } from '../plan/row-set.ts'
import type { RowSets } from '../plan/row-sets.ts'
import { TextSql } from '../sql/json-sql.ts'
import { countOf, membersOf, parentKeys, selectNamed } from '../sql/row-set-sql.ts'
import { columnInSql, compileWhere, Parameters, type Where } from '../sql/where.ts'
import { type SlotEvent, Slots } from './answer.ts'
import { countObjects } from './leaf-text.ts'
import { NotNested } from './not-nested.ts'
import { NestedObjects } from './object.ts'
import type { NestedRow } from './row.ts'
import { RowAddresses } from './row-addresses.ts'
import type { ValueTexts } from './value-text.ts'

/** The form of the answer of a nested statement, and the lists of which it reads no more than a page. */
export interface NestedForm {
  readonly values: ValueTexts
  readonly fullPages: Pick<FullPages, 'isShort'>
}

/** The row of a row set that an expression is over. */
export interface CurrentRow {
  readonly rowSet: RowSet
  readonly alias: string
  /** The row as code gets it. */
  readonly row: NestedRow
  /** The name of the type of the row, where a column tells it. */
  readonly typename?: TextSql | undefined
  /** The number of rows that there are at most. */
  readonly maximum: number
}

/**
 * The number of rows that a nested statement may read at most, by the page sizes of its lists: in contrast to other
 * statements, it does not stop at a number of rows.
 */
const maximumRows = 300_000

/** Counts an object whose text SQL writes. */
export const countOne: SlotEvent = (writing) => {
  countObjects(writing, 1)
  return ''
}

export const aliasOf = ({ index }: RowSet): string => `r${index}`

/** The state that the parts of a nested statement share while it is built. */
export class NestedScope {
  readonly parameters = new Parameters()
  readonly addresses = new RowAddresses(this.parameters)
  readonly slots = new Slots()
  readonly rowSets: RowSets
  readonly reads: PlannedReads
  readonly context: Context
  readonly values: ValueTexts
  readonly fullPages: NestedForm['fullPages']
  readonly objects: NestedObjects
  readonly policies: RowSetPolicies
  /** The SQL of the row sets below others, which the fields of several types can share. */
  readonly below = new Map<RowSet, TextSql>()
  /** The slots of objects that code returns, by the selections on them, which the fields of several types can share. */
  readonly codeSlots = new Map<SelectionPlan, { readonly field: FieldPlan; readonly slot: string }>()
  /** The row sets whose rows are joined to those that refer to them. */
  readonly joined = new Set<RowSet>()
  /** The columns that the rows below a row are compared with, besides those that are read of it. */
  readonly #comparedColumns = new Map<RowSet, Set<string>>()
  #rows = 0

  constructor(rowSets: RowSets, reads: PlannedReads, context: Context, { values, fullPages }: NestedForm) {
    this.rowSets = rowSets
    this.reads = reads
    this.context = context
    this.values = values
    this.fullPages = fullPages
    this.objects = new NestedObjects(this.slots, values.form)
    this.policies = new RowSetPolicies(reads, viewerOf(context))
  }

  get rows(): number {
    return this.#rows
  }

  /**
   * Returns SQL for the policy of the row `t` below a row, without what is known of that row.
   *
   * @param by - The column by which `t` was found. It may be the foreign key that refers to the row.
   */
  policyBelow(table: string, policy: Where, parent: CurrentRow, by: string): string {
    const where = this.policies.withoutParent(table, policy, parent.rowSet, by)
    const { own, shared } = this.sharedWith(parent, table, where)
    return [compileWhere(table, own, 't', this.parameters), ...shared].join(' AND ')
  }

  /**
   * Separates the conditions on rows to which both `t` and its parent refer. Returns SQL for them: they hold where both
   * refer to the same row, and are tried elsewhere.
   */
  sharedWith(parent: CurrentRow, table: string, where: Where): { own: Where; shared: readonly string[] } {
    const { own, referred } = this.policies.sharedWithParent(table, where, parent.rowSet)
    const shared = referred.map(({ column, condition }) => {
      getOrCreate(this.#comparedColumns, parent.rowSet, () => new Set()).add(column)
      return `(t."${column}" = ${parent.alias}."${column}" OR ${compileWhere(table, condition, 't', this.parameters)})`
    })
    return { own, shared }
  }

  /** Counts rows that the statement reads at most. Throws NotNested for too many. */
  count(rows: number): void {
    this.#rows += rows
    if (this.#rows > maximumRows) throw new NotNested()
  }

  /** Returns the values of columns that are known of the row of a field of Query before it is read. */
  fixedColumns({ source: { single } }: RowSet): FixedColumns | undefined {
    return single && this.reads.rows.get(single)?.fixed
  }

  /** Returns whether all rows of a row set match a policy. */
  areAll(policy: Policy, { rowSet }: CurrentRow): boolean {
    return this.policies.haveAll(rowSet, policy(viewerOf(this.context)))
  }

  /** Returns the position in the text of a row where code writes. */
  slot(event: SlotEvent): TextSql {
    return new TextSql().literal(this.slots.slot(event))
  }

  /** Returns the check of the permission of a field on its row. */
  permissionCheck(field: FieldPlan, current: CurrentRow): TextSql {
    const permission = permissionOfField(field.field)
    if (!permission) return new TextSql()
    current.row.need()
    return this.slot((writing) => {
      graphHost().permission.check(
        writing.context,
        permission,
        field.parentType.name,
        current.row.of(writing),
      )
      return ''
    })
  }

  /** Returns SQL for the number of the rows of a list of a row, or of a field of Query. */
  number(
    parent: CurrentRow | undefined,
    keys: readonly string[],
    list: CountedList,
    keepsRows?: string,
  ): string {
    this.count(parent?.maximum ?? 1)
    const given = { policies: this.policies, parameters: this.parameters }
    return `(${countOf(list, parent && { ...parent, keys }, given, keepsRows)})`
  }

  /** Returns SQL for what is read of the rows `t` of a row set, with the keys of their list. */
  members(rowSet: RowSet, reads?: ListReads, keys = 0): string {
    return [...selectNamed(this.membersOf(rowSet, { reads })), ...parentKeys(keys)].join(', ')
  }

  /** Returns what is read of the rows of a row set, which have an alias. */
  membersOf(rowSet: RowSet, { reads, alias = 't' }: { reads?: ListReads | undefined; alias?: string }) {
    const viewer = viewerOf(this.context)
    const members = membersOf(rowSet, { viewer, parameters: this.parameters, reads, alias })
    const names = new Set(members.map(({ name }) => name))
    const others = [...(this.#comparedColumns.get(rowSet) ?? [])].filter((name) => !names.has(name))
    return [...members, ...others.map((name) => ({ name, sql: columnInSql(rowSet.table, alias, name) }))]
  }
}
