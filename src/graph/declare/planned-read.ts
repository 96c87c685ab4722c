import type { Parameters, Where } from '../sql/where.ts'
import type { DerivedFields } from './keyset.ts'
import type { AddedMembers, Policy } from './model-registry.ts'

/** The extension of a field that finds one row: the name of its model. */
export const singleExtension = 'single'

/** The extension of a field that finds one row by a query of its own: a QueriedRow. */
export const queriedExtension = 'queriedRow'

/** A row that a field of Query finds by a query of its own, in the same statement as what is selected of it. */
export interface QueriedRow {
  readonly table: string
  /** The members that the query adds to the columns of the table. */
  readonly adds: AddedMembers
  /** The added members that are keys of the lists of the row, in the order of these keys. */
  readonly keys: readonly string[]
  /** The fields that SQL knows, from the columns and the added members of the row. */
  readonly derived: DerivedFields
  /** Returns the row as code gets it. */
  readonly attach: (row: never) => object
}

/** Returns SQL for the query of a row, from SQL for the values by which it is found. */
export type RowQuery = (valueFor: (name: string) => string, parameters: Parameters) => string

/** The row that a field would read, which its resolver returns for a context that only plans. */
export class PlannedRow {
  /** The values by which it is found: of columns, or of the query. */
  readonly where: Where
  /** The rows among which it is found. */
  readonly policy: Policy
  /** Absent for a row of a table. */
  readonly query: RowQuery | undefined

  constructor(where: Where, policy: Policy, query?: RowQuery) {
    this.where = where
    this.policy = policy
    this.query = query
  }
}
