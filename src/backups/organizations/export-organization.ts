import type { Readable } from 'node:stream'
import type { ClientBase } from 'pg'
import type { Config } from '../../base/config.ts'
import type { ReportProgress } from '../../base/report-progress.ts'
import { StartError } from '../../base/start-error.ts'
import type { Database } from '../../database/client.ts'
import { statementsOn } from '../../database/sessions.ts'
import type { StoredBlob } from '../../modules/content/blob-paths.ts'
import { readUnverified } from '../../modules/content/blobs.ts'
import { type ArchiveEntry, archiveOf, textEntry } from '../archive.ts'
import { readHeader, tableEntries } from '../backup.ts'
import { type BackupHeader, entryNames, quoted } from '../contents.ts'
import { withSnapshot } from '../snapshot.ts'
import { type OwnedTable, ownedTables, readReferences } from './owned-tables.ts'

/** The first entry of an export. */
export interface OrganizationHeader extends BackupHeader {
  readonly organization: { readonly id: string; readonly title: string }
}

export interface ExportOptions {
  readonly config: Config
  readonly database: Database
  readonly organizationId: string
  readonly keep: (bytes: Readable) => Promise<void>
  readonly report: ReportProgress
}

export interface ExportResult {
  readonly title: string
  readonly tables: number
  readonly files: number
  /** The hashes of files that are missing. */
  readonly missing: readonly string[]
}

/** Writes everything that an organization has, as it is at one moment, for another installation. The server may run meanwhile. */
export async function exportOrganization({
  config,
  database,
  organizationId,
  keep,
  report,
}: ExportOptions): Promise<ExportResult> {
  return withSnapshot({ config, database, report }, async (client) => {
    const run = statementsOn(client)
    const [organization] = await run<{ id: string; title: string }>(
      'SELECT id, title FROM "Organization" WHERE id = $1',
      [organizationId],
    )
    if (!organization) throw new StartError(`There is no organization ${organizationId}.`)
    const all = await readHeader(client)
    const tables = ownedTables(all.tables, await readReferences(run), organization.id)
    const header: OrganizationHeader = {
      ...all,
      organization,
      tables: tables.map(described),
      sequences: [],
    }
    const counted = { files: 0, missing: [] as string[] }
    await keep(archiveOf(entriesOf({ client, config, header, tables, report, counted })))
    await client.query('COMMIT')
    return { title: organization.title, tables: tables.length, ...counted }
  })
}

const described = ({ name, columns }: OwnedTable) => ({ name, columns })

interface Source {
  readonly client: ClientBase
  readonly config: Config
  readonly header: OrganizationHeader
  readonly tables: readonly OwnedTable[]
  readonly report: ReportProgress
  readonly counted: { files: number; missing: string[] }
}

/** The users come first, by whom the others are mapped, and the files before the rows that refer to them. */
async function* entriesOf(source: Source): AsyncGenerator<ArchiveEntry> {
  const { client, header, tables, report } = source
  const users = tables.filter(({ name }) => name === 'User')
  const others = tables.filter(({ name }) => name !== 'User')
  yield textEntry(entryNames.header, JSON.stringify(header, null, 2))
  for (const table of users) yield* tableEntries(client, table, rowsOf(table))
  yield* fileEntries(source)
  for (const [index, table] of others.entries()) {
    report('tables', index, others.length)
    yield* tableEntries(client, table, rowsOf(table))
  }
}

function rowsOf({ name, columns, condition, emptied }: OwnedTable): string {
  const values = columns.map((column) =>
    emptied.includes(column) ? `NULL AS ${quoted(column)}` : quoted(column),
  )
  return `(SELECT ${values.join(', ')} FROM ${quoted(name)} WHERE ${condition})`
}

async function* fileEntries({
  client,
  config,
  tables,
  report,
  counted,
}: Source): AsyncGenerator<ArchiveEntry> {
  const condition = tables.find(({ name }) => name === 'Blob')?.condition
  if (condition === undefined) return
  const { rows } = await client.query<StoredBlob>(
    `SELECT hash, size FROM "Blob" WHERE ${condition} ORDER BY hash`,
  )
  for (const [index, blob] of rows.entries()) {
    report('files', index, rows.length)
    const content = await readUnverified(config, blob)
    if (content) {
      counted.files += 1
      yield { name: entryNames.file(blob.hash), size: blob.size, content }
    } else counted.missing.push(blob.hash)
  }
}
