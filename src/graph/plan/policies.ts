import type { Viewer } from '../application.ts'
import type { ListReads } from '../declare/connection.ts'
import type { CountedList } from '../declare/keyset.ts'
import type { PlannedRow } from '../declare/planned-read.ts'
import type { Reference } from '../fields/field-kind.ts'
import {
  compileWhere,
  implies,
  isSameCondition,
  type Parameters,
  type ReferredCondition,
  splitByReference,
  splitByReferences,
  type Where,
} from '../sql/where.ts'
import type { FieldPlan } from './field-plan.ts'
import type { RowSet } from './row-set.ts'

/** The reads of fields for the arguments of a request, once these and the permissions of the fields are checked. */
export interface PlannedReads {
  readonly rows: ReadonlyMap<FieldPlan, PlannedRow>
  readonly lists: ReadonlyMap<FieldPlan, ListReads>
}

/** The conditions that the rows of row sets match, so that none is tried twice. */
export class RowSetPolicies {
  readonly #reads: PlannedReads
  readonly #viewer: Viewer

  constructor(reads: PlannedReads, viewer: Viewer) {
    this.#reads = reads
    this.#viewer = viewer
  }

  /**
   * Separates the policy of the rows of a list from that of their parent, which is tried once for each parent `p`, or
   * not at all where the parents were read by the same policy.
   */
  ofParents<List extends CountedList>(list: List, parent: RowSet | undefined, parameters: Parameters) {
    if (!parent || list.by === undefined) return { own: list, condition: '' }
    const { own, referred } = splitByReference(list.model, list.where, list.by)
    const conditions = referred
      .filter(({ table, where }) => parent.table !== table || !this.haveAll(parent, where))
      .map(({ table, where }) => {
        const condition = compileWhere(table, where, 's', parameters)
        return `EXISTS (SELECT 1 FROM "${table}" s WHERE s.id = p.k0 AND ${condition})`
      })
    return { own: { ...list, where: own }, condition: conditions.join(' AND ') }
  }

  /**
   * Separates the conditions on rows that the parents of rows refer to by the same column, where all parents match them.
   * Most rows refer to the same row as their parent, so that it need not be read for them.
   */
  sharedWithParent(
    table: string,
    where: Where,
    parent: RowSet,
  ): { own: Where; referred: readonly ReferredCondition[] } {
    return splitByReferences(table, where, (condition) =>
      splitByReference(parent.table, this.#conditionOf(parent), condition.column).referred.some(
        (other) =>
          other.table === condition.table && isSameCondition(other.table, other.where, condition.where),
      ),
    )
  }

  /** Returns a condition without what the parent matches that the rows refer to by a column. */
  withoutParent(table: string, where: Where, parent: RowSet, by: string): Where {
    const isOfParent = (condition: ReferredCondition) =>
      condition.column === by && condition.table === parent.table && this.haveAll(parent, condition.where)
    return splitByReferences(table, where, isOfParent).own
  }

  /** Returns whether all rows of a row set match a condition, because they are read by it. */
  haveAll(rowSet: RowSet, where: Where): boolean {
    return implies(rowSet.table, this.#conditionOf(rowSet), where)
  }

  /** Returns whether the condition on rows that others refer to is part of the condition by which those were read. */
  isImplied(target: string, { parent, column, policy }: Reference): boolean {
    if (!policy) return true
    const { referred } = splitByReference(parent.table, this.#conditionOf(parent), column)
    const given = referred.filter(({ table }) => table === target).map(({ where }) => where)
    return implies(target, { AND: given }, policy(this.#viewer))
  }

  /** Returns the condition that all rows of a row set match. */
  #conditionOf({ source }: RowSet): Where {
    return source.condition(this.#reads, this.#viewer)
  }
}
