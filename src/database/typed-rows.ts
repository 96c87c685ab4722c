import pg from 'pg'
import { getOrCreate } from '../base/get-or-create.ts'
import { yieldToEventLoop } from '../base/yield-to-event-loop.ts'
import type { TextRow, TextStatement } from './text-batch.ts'

/** The number of rows whose evaluation takes so long that other requests run before it. */
const manyRows = 200

/** Runs a statement whose rows are texts, and returns them as the driver does. */
export async function runTyped<Row extends pg.QueryResultRow>(
  run: (statement: TextStatement) => Promise<readonly TextRow[]>,
  { name, text, values }: Pick<TextStatement, 'name' | 'text' | 'values'>,
): Promise<Row[]> {
  let columns: readonly pg.FieldDef[] = []
  const rows = await run({
    // On the same connections Prisma has prepared statements of the driver, which may have the name of the same text.
    name: name === undefined ? undefined : `r${name}`,
    text,
    values,
    maximumBytes: Number.POSITIVE_INFINITY,
    onColumns: (found) => {
      columns = found
    },
  })
  if (rows.length >= manyRows) await yieldToEventLoop()
  return typedRows(columns, rows)
}

interface Member {
  readonly name: string
  readonly parse: (text: string) => unknown
}

/** The members of rows by their columns, which prepared statements have for as long as they are prepared. */
const membersByColumns = new WeakMap<readonly pg.FieldDef[], readonly Member[]>()

function typedRows<Row extends pg.QueryResultRow>(
  columns: readonly pg.FieldDef[],
  rows: readonly TextRow[],
): Row[] {
  const members = getOrCreate(membersByColumns, columns, () =>
    columns.map(({ name, dataTypeID }) => ({ name, parse: pg.types.getTypeParser(dataTypeID, 'text') })),
  )
  return rows.map((cells) => {
    const row: Record<string, unknown> = {}
    for (const [index, { name, parse }] of members.entries()) {
      const cell = cells[index]
      row[name] = cell == null ? null : parse(cell)
    }
    return row as Row
  })
}
