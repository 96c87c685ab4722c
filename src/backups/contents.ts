import type { ClientBase } from 'pg'

/** The format of backups. Increased when older versions of Lectern can no longer read them. */
export const backupFormat = 1

/** The first entry of a backup. */
export interface BackupHeader {
  readonly format: number
  readonly createdAt: string
  /** The migrations that the database has, in their order. */
  readonly migrations: readonly BackupMigration[]
  readonly tables: readonly BackupTable[]
  readonly sequences: readonly BackupSequence[]
}

export interface BackupMigration {
  readonly name: string
  readonly checksum: string
}

export interface BackupTable {
  readonly name: string
  readonly columns: readonly string[]
}

export interface BackupSequence {
  readonly name: string
  /** Null if no value was taken from it. */
  readonly value: string | null
}

/** A background job that has not ended. Its payload is JSON. */
export interface BackupJob {
  readonly task: string
  readonly payload: string
  readonly queue: string | null
  readonly runAt: string
  readonly maxAttempts: number
  readonly key: string | null
  readonly priority: number
  readonly flags: readonly string[] | null
}

export const entryNames = {
  header: 'backup.json',
  table: (table: string, part: number) => `database/${table}/${numbered(part)}.copy`,
  jobs: (part: number) => `jobs/${numbered(part)}.jsonl`,
  file: (hash: string) => `files/${hash}`,
} as const

const numbered = (part: number) => String(part).padStart(6, '0')

/** Returns what an entry holds. Null for a name that no entry has. */
export function contentOfEntry(
  name: string,
): { kind: 'table'; table: string } | { kind: 'jobs' } | { kind: 'file'; hash: string } | null {
  const [, table] = /^database\/([^/]+)\/\d{6}\.copy$/.exec(name) ?? []
  if (table !== undefined) return { kind: 'table', table }
  const [, hash] = /^files\/([0-9a-f]{64})$/.exec(name) ?? []
  if (hash !== undefined) return { kind: 'file', hash }
  return /^jobs\/\d{6}\.jsonl$/.test(name) ? { kind: 'jobs' } : null
}

/** Returns an identifier as SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/**
 * Returns the tables of the schema with their columns, without the history of the migrations. Tables that are not logged have
 * nothing to keep, and a standby has none of their rows.
 */
export async function readTables(client: ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(
    `SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relpersistence <> 'u'
       AND c.relname <> '_prisma_migrations'
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     GROUP BY c.relname ORDER BY c.relname`,
  )
  return rows
}
