import type { Parameters } from '../database/where.ts'
import type { Context } from './context.ts'

/** The members of a list whose page and count are known. */
export const partsOfList = ['nodes', 'edges', 'pageInfo', 'totalCount'] as const

/** The extension of a field whose resolver need not wait where something was read with its row: a ReadAhead. */
export const aheadExtension = 'readAhead'

/**
 * Something that the statement which reads a row, such as that of a field of Query, can read for code of it. Where SQL does not know it, the
 * operation is executed level by level, and the resolver reads it by itself.
 */
export interface ReadAhead {
  /**
   * Returns SQL for it as JSON, or for null where SQL does not know it. It may read the columns that the field names, and
   * what the query of the row adds. Undefined for arguments with which it cannot be read. Fields that write the same SQL share it.
   */
  readonly inSql: (
    column: (name: string) => string,
    args: Readonly<Record<string, unknown>>,
    given: { readonly context: Context; readonly parameters: Parameters },
  ) => string | undefined
  /** The fields of the value that are known of it. All if absent. */
  readonly members?: readonly string[]
  /** Whether it is so small that it is read for each item of a list, too. */
  readonly forItems?: boolean
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
