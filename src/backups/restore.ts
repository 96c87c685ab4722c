import { existsSync, readdirSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Config } from '../base/config.ts'
import type { ReportProgress } from '../base/report-progress.ts'
import { StartError } from '../base/start-error.ts'
import type { Database } from '../database/client.ts'
import { applyMigrations, migrationStates, migrationsFolder, statesOfRecorded } from '../database/migrate.ts'
import { installQueue, type QueueConnections } from '../database/queue.ts'
import { statementsOn } from '../database/sessions.ts'
import { ownersFileName } from '../modules/content/blob-owners.ts'
import { hasHash, storeVerified } from '../modules/content/blobs.ts'
import { createStore, storeFileName } from '../modules/content/store-id.ts'
import { skipPositions } from '../modules/events/feed.ts'
import { fileStorage } from '../storage/open-storage.ts'
import type { Storage } from '../storage/storage.ts'
import {
  type ArchiveEntry,
  damaged,
  type OpenArchive,
  readArchive,
  textOf,
  verifyArchive,
} from './archive.ts'
import { withoutConstraints } from './constraints.ts'
import {
  type BackupHeader,
  type BackupJob,
  type BackupTable,
  backupFormat,
  contentOfEntry,
  entryNames,
  quoted,
  readTables,
} from './contents.ts'

export interface RestoreOptions {
  readonly config: Config
  readonly database: Database & QueueConnections
  readonly open: OpenArchive
  readonly report: ReportProgress
  /** Whether the files are only compared with their hashes, and not stored. */
  readonly isRehearsal?: boolean
}

export interface RestoreResult {
  readonly tables: number
  readonly files: number
  /** The hashes of files that were damaged when they were backed up, and are left out. */
  readonly damaged: readonly string[]
  /** When the backup was made, in ISO 8601. */
  readonly createdAt: string
}

/** Throws a StartError unless the place of files is empty. */
export async function assertNoFiles(config: Config): Promise<void> {
  const storage = fileStorage(config)
  const isFile = (name: string) => name !== ownersFileName && name !== storeFileName
  if (!storage.isRemote && existsSync(storage.name) && readdirSync(storage.name).some(isFile))
    throw new StartError(`${storage.name} has files; restore into an empty DATA_DIR.`)
  if (!storage.isRemote) return
  for await (const { key } of storage.list())
    if (isFile(key.split('/')[0] as string))
      throw new StartError(
        `${storage.name} has files; restore into an empty bucket, or set another prefix in FILES_URL.`,
      )
}

/** Deletes everything that a restore, which began in an empty place, has stored. */
async function clear(storage: Storage): Promise<void> {
  for await (const { key } of storage.list()) await storage.remove(key)
}

/**
 * Reads a backup into an empty database and an empty place of files. The file is verified first, and read in one
 * transaction, so that a restore that fails leaves both empty.
 */
export async function restore(options: RestoreOptions): Promise<RestoreResult> {
  const { config, database, open, report, isRehearsal = false } = options
  await assertNoFiles(config)
  report('verifying', 0, 1)
  const total = await verifyArchive(open)
  const entries = readArchive(open)
  const header = await headerOf(entries)
  const names = knownMigrations(header)
  await assertIsEmpty(database, names)
  await applyMigrations(database, migrationsFolder, names)
  await clear(fileStorage(config))
  await installQueue(database)
  try {
    const result = await database.session(
      async (client) => {
        await client.query('SET idle_in_transaction_session_timeout = 0')
        return inTransaction(client, () =>
          restoreContents(client, header, entries, { config, report, total, isRehearsal }),
        )
      },
      { patient: true },
    )
    await applyMigrations(database)
    await skipPositions(database)
    await database.session(async (client) => {
      // Those of today: a migration may have renamed one of the backup.
      for (const { name } of await readTables(client)) await client.query(`ANALYZE ${quoted(name)}`)
    })
    return result
  } catch (error) {
    await clear(fileStorage(config))
    throw error
  }
}

/** Returns what an archive begins with. Throws a StartError if this version of Lectern cannot read the rest. */
export async function headerOf(entries: AsyncGenerator<ArchiveEntry>): Promise<BackupHeader> {
  const entry = await nextOf(entries)
  if (entry?.name !== entryNames.header) throw damaged()
  const header: BackupHeader = JSON.parse(await textOf(entry))
  if (header.format > backupFormat)
    throw new StartError('The backup was made by a newer version of Lectern; use that version.')
  return header
}

/** Returns the names of the migrations of a backup. Throws a StartError if this build does not know one of them. */
function knownMigrations({ migrations }: BackupHeader): Set<string> {
  const states = statesOfRecorded(migrations).filter(({ state }) => state !== 'pending')
  for (const { name, state } of states) {
    if (state === 'unknown')
      throw new StartError(
        `The backup has the migration ${name}, which this version of Lectern does not include; use a newer version.`,
      )
    if (state === 'edited')
      throw new StartError(`The migration ${name} of the backup differs from that of this version.`)
  }
  return new Set(states.map(({ name }) => name))
}

/** The tables that migrations begin with a row, also in a database that a restore has left empty. */
const begun: ReadonlySet<string> = new Set(['WebhookCursor'])

/** Throws a StartError unless the database has no rows, and no migrations but those named. */
async function assertIsEmpty(database: Database, names: ReadonlySet<string>) {
  const notEmpty = 'The database is not empty; restore into an empty one.'
  const states = await migrationStates(database)
  if (states.some(({ name, state }) => state !== 'pending' && !names.has(name)))
    throw new StartError(notEmpty)
  await database.session(
    async (client) => {
      for (const { name } of await readTables(client)) {
        if (begun.has(name)) continue
        const { rowCount } = await client.query(`SELECT 1 FROM ${quoted(name)} LIMIT 1`)
        if (rowCount !== 0) throw new StartError(notEmpty)
      }
    },
    { patient: true },
  )
}

/** Runs in a transaction of a connection, which is rolled back if it fails. */
export async function inTransaction<Result>(client: ClientBase, run: () => Promise<Result>): Promise<Result> {
  await client.query('BEGIN')
  try {
    const result = await run()
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

async function restoreContents(
  client: ClientBase,
  header: BackupHeader,
  entries: AsyncGenerator<ArchiveEntry>,
  options: ReadOptions,
): Promise<RestoreResult> {
  const result = await withoutConstraints(client, header.tables, () =>
    readContents(client, header, entries, options),
  )
  // The folder that was backed up keeps its id: it gets other files than this one from now on.
  await createStore(statementsOn(client), options.config)
  return result
}

type ReadOptions = Pick<RestoreOptions, 'config' | 'report'> & {
  readonly total: number
  readonly isRehearsal: boolean
}

async function readContents(
  client: ClientBase,
  { tables, sequences, createdAt }: BackupHeader,
  entries: AsyncGenerator<ArchiveEntry>,
  { config, report, total, isRehearsal }: ReadOptions,
): Promise<RestoreResult> {
  const columns = new Map(tables.map((table) => [table.name, table]))
  const result = { tables: tables.length, files: 0, damaged: [] as string[], createdAt }
  let done = 0
  let entry = await nextOf(entries)
  while (entry) {
    const content = contentOfEntry(entry.name)
    report('restoring', done, total)
    done += 1
    if (content?.kind === 'table') {
      const table = columns.get(content.table)
      if (!table) throw damaged()
      entry = await readTable(client, table, entry, entries)
      continue
    }
    if (content?.kind === 'jobs') await readJobs(client, entry)
    else if (content?.kind === 'file') {
      const isWhole = isRehearsal
        ? await hasHash(entry.content, content.hash)
        : await storeVerified(fileStorage(config), content.hash, entry.content)
      if (isWhole) result.files += 1
      else result.damaged.push(content.hash)
    } else throw damaged()
    entry = await nextOf(entries)
  }
  for (const { name, value } of sequences)
    if (value !== null) await client.query('SELECT setval($1::regclass, $2)', [quoted(name), value])
  return result
}

export async function nextOf(entries: AsyncGenerator<ArchiveEntry>): Promise<ArchiveEntry | undefined> {
  const { value, done } = await entries.next()
  return done ? undefined : value
}

/** Reads all parts of a table, of which the first is given, and returns the entry after them. */
async function readTable(
  client: ClientBase,
  table: BackupTable,
  first: ArchiveEntry,
  entries: AsyncGenerator<ArchiveEntry>,
): Promise<ArchiveEntry | undefined> {
  // Migrations begin some tables with a row.
  await client.query(`DELETE FROM ${quoted(table.name)}`)
  const parts = partsOfTable(table.name, first, entries)
  await copyInto(client, table, parts.content)
  return parts.next()
}

/** Returns the content of all parts of a table, of which the first is given, and the entry after them once it is read. */
export function partsOfTable(
  name: string,
  first: ArchiveEntry,
  entries: AsyncGenerator<ArchiveEntry>,
): { readonly content: AsyncIterable<Buffer>; next(): ArchiveEntry | undefined } {
  let entry: ArchiveEntry | undefined = first
  const content = async function* () {
    while (entry) {
      const found = contentOfEntry(entry.name)
      if (found?.kind !== 'table' || found.table !== name) return
      yield* entry.content
      entry = await nextOf(entries)
    }
  }
  return { content: content(), next: () => entry }
}

/** Writes rows, as COPY has written them, to a table. */
export async function copyInto(
  client: ClientBase,
  { name, columns }: BackupTable,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  const rows = client.query(copyFrom(`COPY ${quoted(name)} (${columns.map(quoted).join(', ')}) FROM STDIN`))
  await pipeline(content, rows)
}

async function readJobs(client: ClientBase, entry: ArchiveEntry): Promise<void> {
  for (const line of (await textOf(entry)).split('\n')) {
    const job: BackupJob = JSON.parse(line)
    await client.query(
      `SELECT graphile_worker.add_job($1, payload := $2::json, queue_name := $3, run_at := $4, max_attempts := $5,
         job_key := $6, priority := $7, flags := $8)`,
      [job.task, job.payload, job.queue, job.runAt, job.maxAttempts, job.key, job.priority, job.flags],
    )
  }
}
