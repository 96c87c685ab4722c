import type { RunStatement } from '../../database/rows.ts'
import { quoted } from '../contents.ts'

/** Returns the name of the temporary table with rows that are to be added to a table. */
export const stageOf = (table: string): string => `staged ${table}`

/** Creates a temporary table for rows that are to be added to a table, until the end of the transaction. */
export async function createStage(run: RunStatement, table: string): Promise<void> {
  await run(
    `CREATE TEMPORARY TABLE ${quoted(stageOf(table))} (LIKE ${quoted(table)} INCLUDING DEFAULTS) ON COMMIT DROP`,
    [],
  )
}
