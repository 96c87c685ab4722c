import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import type { Readable } from 'node:stream'
import type { ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Config } from '../base/config.ts'
import type { ReportProgress } from '../base/report-progress.ts'
import { StartError } from '../base/start-error.ts'
import type { Database } from '../database/client.ts'
import { isReferenced, referencesTo } from '../database/references.ts'
import { statementsOn } from '../database/sessions.ts'
import { blobKey } from '../modules/content/blob-paths.ts'
import { readUnverified } from '../modules/content/blobs.ts'
import { fileStorage } from '../storage/open-storage.ts'
import { type ArchiveEntry, archiveOf, textEntry, writeWholeFile } from './archive.ts'
import {
  type BackupHeader,
  type BackupJob,
  type BackupMigration,
  type BackupSequence,
  type BackupTable,
  backupFormat,
  entryNames,
  quoted,
  readTables,
} from './contents.ts'
import { encrypted } from './encryption.ts'
import { withSnapshot } from './snapshot.ts'

export interface BackupOptions {
  readonly config: Config
  readonly database: Database
  /** Keeps the bytes. A backup that fails on the way is not kept. */
  readonly keep: (bytes: Readable) => Promise<void>
  readonly report: ReportProgress
}

export interface BackupResult {
  readonly tables: number
  readonly files: number
  /** The files that content refers to, and that are not where the files are. */
  readonly missing: readonly MissingFile[]
}

export interface MissingFile {
  readonly hash: string
  /** Where the bytes should be, below the data directory or the prefix of the bucket. */
  readonly path: string
  /** The names of the files in spaces that have these bytes; none for fonts, specifications and results of jobs. */
  readonly names: readonly string[]
}

/** Limits memory: a table is written in parts of about so many bytes. */
const partBytes = 4 * 1024 * 1024
const rowsPerFetch = 500

/** Writes a backup to a new file. */
export async function backUpToFile({
  file,
  ...options
}: Omit<BackupOptions, 'keep'> & { readonly file: string }): Promise<BackupResult> {
  if (existsSync(file)) throw new StartError(`${file} exists; give the name of a new file.`)
  const { backupRecipients } = options.config
  return backUp({
    ...options,
    keep: async (bytes) => writeWholeFile(file, await encrypted(bytes, backupRecipients)),
  })
}

/** Makes a backup of the database and of the files, as they are at one moment. The server may run meanwhile. */
export async function backUp({ config, database, keep, report }: BackupOptions): Promise<BackupResult> {
  return withSnapshot({ config, database, report }, async (client) => {
    const header = await readHeader(client)
    const counted = { tables: header.tables.length, files: 0, missing: [] as string[] }
    await keep(archiveOf(entriesOf({ client, config, header, report, counted })))
    return { ...counted, missing: await namedFiles(client, config, counted.missing) }
  })
}

/** Returns the files by their hashes, with their names. */
async function namedFiles(
  client: ClientBase,
  config: Config,
  hashes: readonly string[],
): Promise<MissingFile[]> {
  const { rows } = await client.query<{ hash: string; names: readonly string[] }>(
    `SELECT h.hash, ARRAY(
       SELECT DISTINCT f.name || ' in the space ' || s.title || ' (' || s.id || ')'
       FROM "FileVersion" f JOIN "Branch" b ON b.id = f."branchId" JOIN "Space" s ON s.id = b."spaceId"
       WHERE f."blobHash" = h.hash ORDER BY 1 LIMIT 3) AS names
     FROM unnest($1::text[]) AS h(hash)`,
    [hashes],
  )
  return rows.map((row) => ({ ...row, path: placeOf(config, row.hash) }))
}

function placeOf(config: Config, hash: string): string {
  const path = fileStorage(config).pathOf(blobKey(hash))
  return path === undefined ? blobKey(hash) : relative(config.dataDir, path)
}

/** Returns what a backup of the whole database begins with. */
export async function readHeader(client: ClientBase): Promise<BackupHeader> {
  const migrations = await client.query<BackupMigration>(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  )
  const sequences = await client.query<BackupSequence>(
    `SELECT sequencename::text AS name, last_value::text AS value FROM pg_sequences
     WHERE schemaname = current_schema() ORDER BY 1`,
  )
  return {
    format: backupFormat,
    createdAt: new Date().toISOString(),
    migrations: migrations.rows,
    tables: await readTables(client),
    sequences: sequences.rows,
  }
}

interface Source {
  readonly client: ClientBase
  readonly config: Config
  readonly header: BackupHeader
  readonly report: ReportProgress
  readonly counted: { files: number; missing: string[] }
}

async function* entriesOf(source: Source): AsyncGenerator<ArchiveEntry> {
  const { client, header, report } = source
  yield textEntry(entryNames.header, JSON.stringify(header, null, 2))
  for (const [index, table] of header.tables.entries()) {
    report('tables', index, header.tables.length)
    yield* tableEntries(client, table)
  }
  yield* jobEntries(client)
  yield* fileEntries(source)
}

/** Yields the rows of a table, or those that a query in parentheses reads of it, in parts. */
export async function* tableEntries(
  client: ClientBase,
  { name, columns }: BackupTable,
  source = `${quoted(name)} (${columns.map(quoted).join(', ')})`,
): AsyncGenerator<ArchiveEntry> {
  const rows = client.query(copyTo(`COPY ${source} TO STDOUT`))
  let part = 0
  let chunks: Buffer[] = []
  let size = 0
  const nextPart = (): ArchiveEntry => {
    const entry = { name: entryNames.table(name, part), size, content: chunks }
    part += 1
    chunks = []
    size = 0
    return entry
  }
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= partBytes) yield nextPart()
  }
  if (size > 0) yield nextPart()
}

async function* jobEntries(client: ClientBase): AsyncGenerator<ArchiveEntry> {
  const { rows } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('graphile_worker._private_jobs') IS NOT NULL AS exists`,
  )
  if (!rows[0]?.exists) return
  await client.query(
    `DECLARE jobs NO SCROLL CURSOR FOR
     SELECT t.identifier AS task, j.payload::text, q.queue_name AS queue, to_json(j.run_at) #>> '{}' AS "runAt",
       j.max_attempts AS "maxAttempts", j.key, j.priority, (SELECT array_agg(k) FROM jsonb_object_keys(j.flags) k) AS flags
     FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
     WHERE j.attempts < j.max_attempts ORDER BY j.id`,
  )
  let part = 0
  for await (const jobs of fetched<BackupJob>(client, 'jobs')) {
    yield textEntry(entryNames.jobs(part), jobs.map((job) => JSON.stringify(job)).join('\n'))
    part += 1
  }
}

async function* fetched<Row extends object>(client: ClientBase, cursor: string): AsyncGenerator<Row[]> {
  for (;;) {
    const { rows } = await client.query<Row>(`FETCH ${rowsPerFetch} FROM ${cursor}`)
    if (rows.length === 0) return
    yield rows
  }
}

interface FileRow {
  readonly hash: string
  readonly size: number
  readonly referenced: boolean
}

/** Ends the transaction, which would hinder the database for as long as it takes to read the files. */
async function* fileEntries({ client, config, report, counted }: Source): AsyncGenerator<ArchiveEntry> {
  const { rows } = await client.query<{ total: number }>('SELECT count(*)::int AS total FROM "Blob"')
  const total = rows[0]?.total ?? 0
  const references = await referencesTo(statementsOn(client), 'Blob')
  await client.query(
    `DECLARE blobs NO SCROLL CURSOR WITH HOLD FOR
     SELECT b.hash, b.size, ${isReferenced(references, 'b')} AS referenced FROM "Blob" b ORDER BY b.hash`,
  )
  await client.query('COMMIT')
  let done = 0
  for await (const blobs of fetched<FileRow>(client, 'blobs'))
    for (const blob of blobs) {
      report('files', done, total)
      done += 1
      const content = await readUnverified(config, blob)
      if (content) {
        counted.files += 1
        yield { name: entryNames.file(blob.hash), size: blob.size, content }
      } else if (blob.referenced) counted.missing.push(blob.hash)
    }
  await client.query('CLOSE blobs')
}
