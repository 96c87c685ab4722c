import { type ColumnValues, type RowOfTable, statementsOf, updateRow } from '../database/rows.ts'
import type PrismaTypes from '../generated/pothos-types.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import type { Context } from '../request/context.ts'

/**
 * Updates the row that matches in one statement, which also confirms an unconfirmed viewer, and returns it. Returns null if
 * none matches, or the viewer is none any longer.
 *
 * @param returning - The columns that the caller reads of the row. By default all of them.
 */
export async function updateAsViewer<Name extends Prisma.ModelName>(
  { database, unconfirmed }: Context,
  table: Name,
  where: PrismaTypes[Name]['Where'],
  columns: ColumnValues<Name>,
  returning?: readonly string[],
): Promise<RowOfTable<Name> | null> {
  const options = { other: unconfirmed?.condition, returning }
  const row = await updateRow(statementsOf(database), table, where, columns, options)
  if (row) unconfirmed?.confirm()
  return row
}
