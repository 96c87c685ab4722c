import type { FieldNullability, InputFieldMap, SchemaTypes, TypeParam } from '@pothos/core'
import type { Context } from '../application.ts'
import type { ValueInSql } from '../fields/computed/computed.ts'
import type { Parameters } from '../sql/where.ts'

/** The members of a list whose page and count are known. */
export const partsOfList = ['nodes', 'edges', 'pageInfo', 'totalCount'] as const

/**
 * The data that a resolver would read by itself, as SQL for the statement that reads the row. If the SQL returns null, the
 * operation is executed in batches, and the resolver reads the data.
 */
export interface Prefetch {
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

/** The needs of the code of a field: what it reads of its row, and what a statement that reads the row can do for it. */
export interface CodeReads {
  /** The columns that it needs. All if absent, and then it is taken to wait for what it reads. */
  readonly columns?: readonly string[]
  /** The value in SQL, where code finds a text. Where that is null and the field is not, code finds it. */
  readonly inSql?: ValueInSql
  /** The data that is read together with the row. */
  readonly prefetch?: Prefetch
}

declare global {
  export namespace PothosSchemaTypes {
    export interface FieldOptions<
      Types extends SchemaTypes = SchemaTypes,
      ParentShape = unknown,
      Type extends TypeParam<Types> = TypeParam<Types>,
      Nullable extends FieldNullability<Type> = FieldNullability<Type>,
      Args extends InputFieldMap = InputFieldMap,
      ResolveShape = unknown,
      ResolveReturnShape = unknown,
    > {
      /** The needs of a field of a model that is code. */
      reads?: CodeReads
    }
  }
}

const prefetchedMember = Symbol('prefetched')

/** Returns the row with what was prefetched for a field. */
export const withPrefetched = <Row extends object>(row: Row, prefetched: unknown): Row => ({
  ...row,
  [prefetchedMember]: prefetched,
})

/** Returns what was prefetched for a field; undefined if the resolver must read it. */
export const prefetchedOf = <Data>(row: object): Data | undefined =>
  (row as { readonly [prefetchedMember]?: Data })[prefetchedMember]
