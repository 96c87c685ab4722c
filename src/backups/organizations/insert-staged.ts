import type { ReportProgress } from '../../base/report-progress.ts'
import { StartError } from '../../base/start-error.ts'
import type { RunStatement } from '../../database/rows.ts'
import { quoted } from '../contents.ts'
import { isSetLater, type Reference, readReferences } from './owned-tables.ts'
import { stageOf } from './stages.ts'

interface Inserted {
  readonly rows: ReadonlyMap<string, number>
  readonly notes: readonly string[]
}

/** Tables whose rows several organizations share: what is there already is left as it is. */
const shared: ReadonlySet<string> = new Set(['Blob', 'Document', 'DocumentLink'])

/**
 * Adds the rows of the temporary tables to the tables, in their order, without the triggers of the tables: the rows have what those
 * wrote. Others who write to these tables wait. Reads everything back, and throws if it differs.
 */
export async function insertStaged(
  run: RunStatement,
  tables: readonly string[],
  report: ReportProgress,
): Promise<Inserted> {
  const references = await readReferences(run)
  const notes = await prepareStages(run, tables, references)
  const own = tables.filter((name) => !shared.has(name) && name !== 'User')
  for (const name of own) await run(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`, [])
  for (const [index, name] of tables.entries()) {
    report('writing', index, tables.length)
    await insertRows(run, name, references)
  }
  await setLater(run, references)
  const rows = new Map<string, number>()
  for (const [index, name] of tables.entries()) {
    report('reading back', index, tables.length)
    rows.set(name, await compareRows(run, name))
  }
  // A table is not altered while references of it are still to be checked.
  await run('SET CONSTRAINTS ALL IMMEDIATE', [])
  for (const name of own) await run(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`, [])
  // What other processes know of the rights of these users is outdated.
  await run(
    `INSERT INTO "RightsVersion" (subject, version)
     SELECT DISTINCT "userId", 1 FROM ${quoted(stageOf('Member'))}`,
    [],
  )
  return { rows, notes }
}

/** Fits the rows to this installation. Returns what the organization does not have here. */
async function prepareStages(
  run: RunStatement,
  tables: readonly string[],
  references: readonly Reference[],
): Promise<string[]> {
  const notes: string[] = []
  for (const table of ['Organization', 'Site'].map(quoted)) {
    const stage = quoted(stageOf(table.slice(1, -1)))
    const lost = await run<{ hostname: string }>(
      `WITH taken AS (SELECT s.id, s.hostname FROM ${stage} s JOIN ${table} t ON t.hostname = s.hostname)
       UPDATE ${stage} s SET hostname = NULL FROM taken WHERE taken.id = s.id RETURNING taken.hostname`,
      [],
    )
    notes.push(
      ...lost.map(({ hostname }) => `The host name ${hostname} is used here already, and was left out.`),
    )
  }
  // There is no identity provider here, and who proved an email domain proved it to another installation.
  await run(
    `UPDATE ${quoted(stageOf('Organization'))} SET sso = false, "provenEmailDomains" = '{}', "deletedAt" = NULL`,
    [],
  )
  const keys = await run<{ key: string }>(
    `DELETE FROM ${quoted(stageOf('ShareLink'))} s USING "ShareLink" t WHERE t.key = s.key RETURNING s.key`,
    [],
  )
  if (keys.length > 0)
    notes.push(`${keys.length} share links lead to what they were made for, and were left out of the copy.`)
  await run(`UPDATE ${quoted(stageOf('Space'))} SET "searchedAt" = NULL`, [])
  for (const name of tables) await renumber(run, name, references)
  return notes
}

/** Gives rows new numbers whose ids are numbers of the installation, also where others refer to them. */
async function renumber(run: RunStatement, table: string, references: readonly Reference[]): Promise<void> {
  const [sequence] = await run<{ column: string; sequence: string }>(
    `SELECT a.attname::text AS column, pg_get_serial_sequence($1, a.attname) AS sequence
     FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
     WHERE i.indrelid = $1::regclass AND i.indisprimary AND pg_get_serial_sequence($1, a.attname) IS NOT NULL`,
    [quoted(table)],
  )
  if (!sequence) return
  const [stage, column] = [quoted(stageOf(table)), quoted(sequence.column)]
  const numbers = quoted(`numbers of ${table}`)
  await run(
    `CREATE TEMPORARY TABLE ${numbers} ON COMMIT DROP AS
     SELECT ${column} AS before, nextval('${sequence.sequence}') AS after FROM ${stage}`,
    [],
  )
  const renumberIn = (name: string, its: string) =>
    run(`UPDATE ${quoted(name)} s SET ${its} = n.after FROM ${numbers} n WHERE n.before = s.${its}`, [])
  await renumberIn(stageOf(table), column)
  for (const { table: other, target, columns } of references)
    if (target === table) await renumberIn(stageOf(other), quoted(columns[0] as string))
}

async function insertRows(run: RunStatement, table: string, references: readonly Reference[]): Promise<void> {
  const columns = await columnsOf(run, table)
  const later = laterColumns(table, references)
  const values = columns.map((column) => (later.includes(column) ? 'NULL' : quoted(column)))
  try {
    await run(
      `INSERT INTO ${quoted(table)} (${columns.map(quoted).join(', ')})
       SELECT ${values.join(', ')} FROM ${quoted(stageOf(table))}
       ${shared.has(table) ? 'ON CONFLICT DO NOTHING' : ''}`,
      [],
    )
  } catch (error) {
    const { code, detail } = error as { code?: string; detail?: string }
    if (code !== '23505') throw error
    throw new StartError(
      `${table} has a row of the organization already (${detail}); --new-ids adds a copy of it, with ids of its own.`,
    )
  }
}

const laterColumns = (table: string, references: readonly Reference[]) =>
  references
    .filter((reference) => reference.table === table && isSetLater(reference))
    .flatMap(({ columns }) => columns)

async function setLater(run: RunStatement, references: readonly Reference[]): Promise<void> {
  for (const { table, columns } of references.filter(isSetLater))
    for (const column of columns.map(quoted))
      await run(
        `UPDATE ${quoted(table)} t SET ${column} = s.${column} FROM ${quoted(stageOf(table))} s WHERE s.id = t.id`,
        [],
      )
}

async function columnsOf(run: RunStatement, table: string): Promise<string[]> {
  const rows = await run<{ name: string }>(
    `SELECT attname::text AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [quoted(table)],
  )
  return rows.map(({ name }) => name)
}

/** Returns the number of rows that a table has as they were to be written. Throws if it has another one. */
async function compareRows(run: RunStatement, table: string): Promise<number> {
  const keys = await run<{ name: string }>(
    `SELECT a.attname::text AS name FROM pg_index i
     JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
     WHERE i.indrelid = $1::regclass AND i.indisprimary`,
    [quoted(table)],
  )
  const columns = await columnsOf(run, table)
  const same = keys.map(({ name }) => `t.${quoted(name)} = s.${quoted(name)}`).join(' AND ')
  const rowOf = (name: string) =>
    `ROW(${columns.map((column) => `${name}.${quoted(column)}`).join(', ')})::text`
  const isSame = shared.has(table) ? '' : `AND ${rowOf('t')} = ${rowOf('s')}`
  const [counted] = await run<{ all: number; found: number }>(
    `SELECT count(*)::int AS all, count(*) FILTER (WHERE EXISTS (
       SELECT 1 FROM ${quoted(table)} t WHERE ${same} ${isSame}))::int AS found
     FROM ${quoted(stageOf(table))} s`,
    [],
  )
  if (!counted || counted.all !== counted.found)
    throw new Error(`${table} has ${counted?.found} of ${counted?.all} rows as they were written`)
  return counted.all
}
