import pg from 'pg'
import type { TextRow } from './text-batch.ts'

/** Returns rows of texts as objects, with the values that the driver makes of them. */
export function typedRows<Row extends pg.QueryResultRow>(
  columns: readonly pg.FieldDef[],
  rows: readonly TextRow[],
): Row[] {
  const members = columns.map(({ name, dataTypeID }) => ({
    name,
    parse: pg.types.getTypeParser(dataTypeID, 'text'),
  }))
  return rows.map((cells) => {
    const row: Record<string, unknown> = {}
    for (const [index, { name, parse }] of members.entries()) {
      const cell = cells[index]
      row[name] = cell == null ? null : parse(cell)
    }
    return row as Row
  })
}
