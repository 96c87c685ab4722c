import type { Context } from '../application.ts'
import type { Parameters } from '../sql/where.ts'

/** The members of a list whose page and count are known. */
export const partsOfList = ['nodes', 'edges', 'pageInfo', 'totalCount'] as const

/** The extension of a field whose data can be read together with its row: a ReadAhead. */
export const aheadExtension = 'readAhead'

/**
 * The data that a resolver would read by itself, as SQL for the statement that reads the row. If the SQL returns null, the
 * operation is executed in batches, and the resolver reads the data.
 */
export interface ReadAhead {
  /**
   * Returns SQL for the data as JSON, or for null if the resolver must read it. The SQL may use the columns that the field
   * declares and the members that the query of the row adds. Fields with the same SQL share one value. Returns undefined for
   * arguments that SQL does not support.
   */
  readonly inSql: (
    column: (name: string) => string,
    args: Readonly<Record<string, unknown>>,
    given: { readonly context: Context; readonly parameters: Parameters },
  ) => string | undefined
  /** The fields of the value that can be resolved from the data. All if absent. */
  readonly members?: readonly string[]
}

const aheadMember = Symbol('read ahead')

/** Returns the row with what was read ahead for a field. */
export const withAhead = <Row extends object>(row: Row, ahead: unknown): Row => ({
  ...row,
  [aheadMember]: ahead,
})

/** Returns what was read ahead for a field; undefined if the resolver must read it. */
export const aheadOf = <Ahead>(row: object): Ahead | undefined =>
  (row as { readonly [aheadMember]?: Ahead })[aheadMember]
