import type { Context, Viewer } from '../application.ts'
import { compileWhere, type Parameters, type Where } from '../sql/where.ts'
import type { Policy } from './model-registry.ts'

/** The extension of a field that finds one row, with what it reads. */
export const singleExtension = 'single'

export interface SingleRead {
  readonly model: string
  /** Returns what the field reads for arguments. */
  readonly plan: (args: never, context: Context) => PlannedRow
}

/** Returns SQL for the query of a row, from SQL for the values by which it is found. */
export type RowQuery = (valueFor: (name: string) => string, parameters: Parameters) => string

/** Returns SQL for the values by which a row is found. */
export interface AddressInSql {
  /** Returns SQL for the condition that columns of the row `t` have the values. */
  readonly condition: () => string
  /** Returns SQL for a value that a query is given. */
  readonly value: (name: string) => string
}

/** The values of columns that are known before a row is read, by name. */
export type FixedColumns = Readonly<Record<string, string>>

export class PlannedRow {
  /** The values by which it is found: of columns, or of the query. */
  readonly where: Where
  /** The rows among which it is found. */
  readonly policy: Policy
  /** Absent for a row of a table. */
  readonly query: RowQuery | undefined
  /** The columns of which the query alone tells the value. */
  readonly fixed: FixedColumns

  constructor(where: Where, policy: Policy, query?: RowQuery, fixed: FixedColumns = {}) {
    this.where = where
    this.policy = policy
    this.query = query
    this.fixed = fixed
  }

  /** Returns SQL for the row `t` of a table, from what follows FROM. By default, the values by which it is found are parameters. */
  inSql(
    table: string,
    viewer: Viewer,
    parameters: Parameters,
    address: AddressInSql = {
      condition: () => compileWhere(table, this.where, 't', parameters),
      value: (name) => parameters.add(this.where[name]),
    },
  ): string {
    const from = this.query ? `(${this.query(address.value, parameters)})` : `"${table}"`
    const found = this.query ? 'TRUE' : address.condition()
    return `${from} t WHERE (${found} AND ${compileWhere(table, this.policy(viewer), 't', parameters)})`
  }
}
