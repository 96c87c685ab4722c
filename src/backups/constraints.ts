import type { ClientBase } from 'pg'
import { type BackupTable, quoted } from './contents.ts'

interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/**
 * Runs work that fills tables, without their foreign keys and triggers: tables refer to each other in circles, and the
 * triggers count what the rows have counted already. The foreign keys are checked when they are added again. An owner of
 * the tables may do so, while only a superuser may switch foreign keys off.
 */
export async function withoutConstraints<Result>(
  client: ClientBase,
  tables: readonly BackupTable[],
  fill: () => Promise<Result>,
): Promise<Result> {
  const { rows: keys } = await client.query<ForeignKey>(
    `SELECT c.relname::text AS "table", f.conname::text AS name, pg_get_constraintdef(f.oid) AS definition
     FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid
     WHERE f.contype = 'f' AND c.relnamespace = current_schema()::regnamespace AND f.conparentid = 0`,
  )
  for (const { table, name } of keys)
    await client.query(`ALTER TABLE ${quoted(table)} DROP CONSTRAINT ${quoted(name)}`)
  for (const { name } of tables) await client.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`)
  const result = await fill()
  for (const { name } of tables) await client.query(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`)
  for (const { table, name, definition } of keys)
    await client.query(`ALTER TABLE ${quoted(table)} ADD CONSTRAINT ${quoted(name)} ${definition}`)
  return result
}
