import DataLoader from 'dataloader'
import type { Context, PrismaTypes } from '../application.ts'
import { foundRow, readRows, relatedRows, visibleRow } from '../batched/loaded-rows.ts'
import { allRowsOf } from '../fields/all.ts'
import type { Where } from '../sql/where.ts'
import { type Row, visibleColumn } from './keyset.ts'
import { declarationOf, guardsOf, type Related } from './model-registry.ts'
import type { ColumnOf, ModelName, ModelRef, RowOf, WithRelated } from './model-types.ts'
import type { PlannedRow } from './planned-read.ts'
import { relationBy } from './relation.ts'

/** Returns the row of a model that a field of Query finds, or null if there is none. For services. */
export const findPlanned = <Name extends ModelName>(
  model: Name,
  context: Context,
  row: PlannedRow,
): Promise<RowOf<Name> | null> => foundRow(context, declarationOf(model), row) as Promise<RowOf<Name> | null>

/** Returns the rows that a row refers to, by relation: `{ comment: { space: true } }`. For fields that are code. */
export const related = <Name extends ModelName, const Read extends Related>(
  table: Name,
  context: Context,
  row: RowOf<Name>,
  read: Read,
): Promise<WithRelated<Name, Read>> =>
  relatedRows({ context }, table, row as Row, read) as Promise<WithRelated<Name, Read>>

/** Returns the row with a value in a unique column, which is mostly its id, in one statement for all rows of a request, or null if the viewer may not see it. */
export const findVisible = <Name extends ModelName>(
  target: ModelRef<Name>,
  context: Context,
  value: string,
  column: ColumnOf<Name> = 'id' as ColumnOf<Name>,
): Promise<RowOf<Name> | null> =>
  visibleRow({ context }, declarationOf(target.name), value, column) as Promise<RowOf<Name> | null>

/** Returns a loader of the rows of a table by their ids, of those that match, for fields that are code. */
export const loaderById = <Name extends ModelName>(
  table: Name,
  context: Context,
  where: PrismaTypes[Name]['Where'] = {},
): DataLoader<string, RowOf<Name> | null> =>
  new DataLoader(
    (ids) =>
      readRows(context, { table, column: 'id', where: where as Where }, ids) as Promise<
        (RowOf<Name> | null)[]
      >,
  )

/** Returns all visible rows whose column has the value, in order, in one statement for all that are asked for at once. */
export const allVisible = <Name extends ModelName>(
  target: ModelRef<Name>,
  context: Context,
  {
    by: column,
    order,
    where: filter = {},
  }: {
    readonly by: ColumnOf<Name>
    readonly order: readonly ColumnOf<Name>[]
    readonly where?: PrismaTypes[Name]['Where']
  },
  value: string,
): Promise<readonly RowOf<Name>[]> => {
  const relation = relationBy(column)
  const strategy = {
    kind: 'all',
    target: target.name,
    relation,
    order,
    direction: 'asc',
    filter: filter as Where,
  } as const
  return allRowsOf({ context }, strategy, value) as Promise<readonly RowOf<Name>[]>
}

/** Returns a copy of a row that shows its guarded columns, for a caller who has proved to be allowed to see them. */
export function disclosed<Name extends ModelName>(target: ModelRef<Name>, row: RowOf<Name>): RowOf<Name> {
  const guards = guardsOf(declarationOf(target.name))
  return { ...row, ...Object.fromEntries(guards.map(({ column }) => [visibleColumn(column), true])) }
}
