import type { ClientBase } from 'pg'
import type { Config } from '../../base/config.ts'
import { newId } from '../../base/identifiers.ts'
import type { ReportProgress } from '../../base/report-progress.ts'
import { StartError } from '../../base/start-error.ts'
import type { Database } from '../../database/client.ts'
import { migrationStates } from '../../database/migrate.ts'
import type { RunStatement } from '../../database/rows.ts'
import { statementsOn } from '../../database/sessions.ts'
import { storeVerified } from '../../modules/content/blobs.ts'
import { claimStore } from '../../modules/content/store-id.ts'
import { fileStorage } from '../../storage/open-storage.ts'
import { type ArchiveEntry, damaged, type OpenArchive, readArchive, verifyArchive } from '../archive.ts'
import { type BackupHeader, type BackupTable, contentOfEntry } from '../contents.ts'
import { copyInto, headerOf, inTransaction, nextOf, partsOfTable } from '../restore.ts'
import type { OrganizationHeader } from './export-organization.ts'
import { insertStaged } from './insert-staged.ts'
import { type MapIds, mapIds, mappedLines } from './mapped-ids.ts'
import { createStage, stageOf } from './stages.ts'

export interface ImportOptions {
  readonly config: Config
  readonly database: Database
  readonly open: OpenArchive
  /** Whether everything gets new ids, so that it can be beside what it was exported from. */
  readonly isCopy: boolean
  readonly report: ReportProgress
}

export interface ImportResult {
  readonly id: string
  readonly title: string
  /** Returns a text in which ids of the export are those that they are here. */
  readonly map: MapIds
  readonly files: number
  /** The number of rows that were written and read back, by table. */
  readonly rows: ReadonlyMap<string, number>
  /** The number of users that were here already, and of those that were created. */
  readonly knownUsers: number
  readonly newUsers: number
  /** A sentence for each thing that the organization does not have here. */
  readonly notes: readonly string[]
}

/**
 * Adds an organization to the installation. Users are those with the same email addresses, or are created. The archive is verified
 * first; everything is written in one transaction, and compared with what was written before that ends. Files are stored before it.
 */
export async function importOrganization(options: ImportOptions): Promise<ImportResult> {
  const { config, database, open, isCopy, report } = options
  await claimStore({ config, database })
  report('verifying', 0, 1)
  const total = await verifyArchive(open)
  const entries = readArchive(open)
  const header = await readHeader(entries)
  await assertSameMigrations(database, header)
  return database.session(
    async (client) => {
      await client.query('SET idle_in_transaction_session_timeout = 0')
      await client.query(`SET lock_timeout = '60s'`)
      const run = statementsOn(client)
      const first = await nextOf(entries)
      const users = await readUsers(first, entries)
      const ids = await idsOfUsers(run, users.read, isCopy)
      const map = mapIds({ users: new Map(ids.map(({ from, to }) => [from, to])), isCopy })
      const id = map(header.organization.id)
      await assertIsNew(run, id)
      const files = await storeFiles(options, users.next, entries, total)
      const written = await inTransaction(client, async () => {
        const staged = await stageTables(client, header, { first: files.next, entries, map, report })
        await stageUsers(run, users.read, ids)
        return insertStaged(run, ['User', ...staged], report)
      })
      const knownUsers = ids.filter(({ isKnown }) => isKnown).length
      const { title } = header.organization
      return { id, title, map, files: files.count, knownUsers, newUsers: ids.length - knownUsers, ...written }
    },
    { patient: true },
  )
}

async function readHeader(entries: AsyncGenerator<ArchiveEntry>): Promise<OrganizationHeader> {
  const header: BackupHeader & Partial<OrganizationHeader> = await headerOf(entries)
  const { organization } = header
  if (!organization)
    throw new StartError('The file is a backup of a whole installation; read it with restore.')
  return { ...header, organization }
}

/** Rows are written as they were read, so that both installations must have the same layout. */
async function assertSameMigrations(database: Database, { migrations }: OrganizationHeader): Promise<void> {
  const states = await migrationStates(database)
  const here = states.filter(({ state }) => state === 'applied').map(({ name }) => name)
  const there = migrations.map(({ name }) => name)
  if (here.join() !== there.join())
    throw new StartError(
      'The organization was exported by another version of Lectern; update both installations to the same one, and export it again.',
    )
}

async function assertIsNew(run: RunStatement, id: string): Promise<void> {
  const found = await run('SELECT 1 FROM "Organization" WHERE id = $1', [id])
  if (found.length > 0)
    throw new StartError(
      'The organization is here already; --new-ids adds a copy of it, with ids of its own.',
    )
}

/** The columns of a user, in the form of COPY. */
interface ExportedUser {
  readonly id: string
  readonly email: string
  readonly line: string
}

/** Reads the users, who are the first in an archive, and returns the entry after them. */
async function readUsers(
  first: ArchiveEntry | undefined,
  entries: AsyncGenerator<ArchiveEntry>,
): Promise<{ read: ExportedUser[]; next: ArchiveEntry | undefined }> {
  if (!first) throw damaged()
  const parts = partsOfTable('User', first, entries)
  const chunks: Buffer[] = []
  for await (const chunk of parts.content) chunks.push(chunk)
  const lines = Buffer.concat(chunks).toString().split('\n')
  const read = lines.flatMap((line): ExportedUser[] => {
    const [id, , email] = line.split('\t')
    return id === undefined || email === undefined ? [] : [{ id, email, line: `${line}\n` }]
  })
  return { read, next: parts.next() }
}

interface UserIds {
  readonly from: string
  readonly to: string
  /** Whether the user was here before. */
  readonly isKnown: boolean
}

/** Finds users by their email addresses. A new one keeps the id, unless another user has it. */
async function idsOfUsers(
  run: RunStatement,
  users: readonly ExportedUser[],
  isCopy: boolean,
): Promise<UserIds[]> {
  const here = await run<{ id: string; email: string }>(
    'SELECT id, email FROM "User" WHERE email = ANY($1::text[]) OR id = ANY($2::text[])',
    [users.map(({ email }) => email), users.map(({ id }) => id)],
  )
  const byEmail = new Map(here.map(({ id, email }) => [email, id]))
  const taken = new Set(here.map(({ id }) => id))
  return users.map(({ id, email }) => {
    const known = byEmail.get(email)
    if (known !== undefined) return { from: id, to: known, isKnown: true }
    return { from: id, to: isCopy || taken.has(id) ? newId('User') : id, isKnown: false }
  })
}

/** Stores the files, and returns the entry after them. Those that are damaged are left out, and told as missing when they are read. */
async function storeFiles(
  { config, database, report }: ImportOptions,
  first: ArchiveEntry | undefined,
  entries: AsyncGenerator<ArchiveEntry>,
  total: number,
): Promise<{ count: number; next: ArchiveEntry | undefined }> {
  let entry = first
  let count = 0
  while (entry) {
    const content = contentOfEntry(entry.name)
    if (content?.kind !== 'file') break
    report('files', count, total)
    await database.write(
      `INSERT INTO "Blob" (hash, size) VALUES ($1, $2) ON CONFLICT (hash) DO UPDATE
       SET "storedAt" = now(), "unusedSince" = NULL`,
      [content.hash, entry.size],
    )
    if (await storeVerified(fileStorage(config), content.hash, entry.content)) count += 1
    entry = await nextOf(entries)
  }
  return { count, next: entry }
}

interface StageOptions {
  readonly first: ArchiveEntry | undefined
  readonly entries: AsyncGenerator<ArchiveEntry>
  readonly map: MapIds
  readonly report: ReportProgress
}

/** Reads the rows into temporary tables, with the ids of this installation. Returns the names of the tables. */
async function stageTables(
  client: ClientBase,
  { tables }: OrganizationHeader,
  { first, entries, map, report }: StageOptions,
): Promise<string[]> {
  const run = statementsOn(client)
  const byName = new Map<string, BackupTable>(tables.map((table) => [table.name, table]))
  for (const { name } of tables) await createStage(run, name)
  let entry = first
  let done = 0
  while (entry) {
    const content = contentOfEntry(entry.name)
    const table = content?.kind === 'table' ? byName.get(content.table) : undefined
    if (!table) throw damaged()
    report('tables', done, tables.length)
    done += 1
    const parts = partsOfTable(table.name, entry, entries)
    await copyInto(client, { ...table, name: stageOf(table.name) }, mappedLines(parts.content, map))
    entry = parts.next()
  }
  return tables.map(({ name }) => name).filter((name) => name !== 'User')
}

/** Puts the users beside the rows who were not here before. */
async function stageUsers(
  run: RunStatement,
  users: readonly ExportedUser[],
  ids: readonly UserIds[],
): Promise<void> {
  for (const [index, { line }] of users.entries()) {
    const known = ids[index]
    if (!known || known.isKnown) continue
    const [, displayName, email, photoURL, createdAt, language] = line.trimEnd().split('\t').map(fieldValue)
    await run(
      `INSERT INTO "${stageOf('User')}" (id, "displayName", email, "photoURL", "createdAt", language)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [known.to, displayName, email, photoURL, createdAt, language],
    )
  }
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** Returns the value of a field in the form of COPY. */
const fieldValue = (field: string): string | null =>
  field === '\\N' ? null : field.replace(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter)
