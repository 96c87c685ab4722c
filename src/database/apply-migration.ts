import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { StartError } from '../base/start-error.ts'

/** A migration that a database or a backup has. */
export interface RecordedMigration {
  readonly name: string
  readonly checksum: string
}

export interface ReadMigration extends RecordedMigration {
  readonly sql: string
}

/**
 * The time for which a migration waits for a lock on a table. Everybody who comes after it waits for it meanwhile, so that it lets go
 * and tries again.
 */
const lockMs = 2000
const pauseMs = 1000
/** The time for which it tries. */
const patienceMs = 600_000

/** An index that is built while others write, which PostgreSQL does only outside of a transaction. */
const concurrentIndex = /^\s*(?:--[^\n]*\n\s*)*CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+("?)(\w+)\1\s/i

/**
 * Applies a migration and records it, in one transaction. One that builds an index concurrently has nothing else, and runs outside of
 * a transaction: what it leaves when it fails is deleted before it runs again. Throws a StartError that says why it failed.
 */
export async function applyMigration(client: ClientBase, migration: ReadMigration): Promise<void> {
  const index = concurrentIndex.exec(migration.sql)?.[2]
  try {
    if (index === undefined) await inTransaction(client, migration)
    else await buildIndex(client, migration, index)
  } catch (error) {
    const { message, hint } = error as Error & { readonly hint?: string }
    const reason = hint === undefined ? message : `${message}. ${hint}`
    throw new StartError(`The migration ${migration.name} failed and was rolled back: ${reason}`)
  }
}

async function inTransaction(client: ClientBase, migration: ReadMigration): Promise<void> {
  for (const startedAt = performance.now(); ; ) {
    try {
      await client.query(`BEGIN; SET LOCAL lock_timeout = ${lockMs}`)
      await client.query(migration.sql)
      await record(client, migration)
      await client.query('COMMIT')
      return
    } catch (error) {
      await client.query('ROLLBACK')
      const isLocked = (error as { code?: unknown }).code === '55P03'
      if (!isLocked || performance.now() - startedAt > patienceMs) throw error
      await wait(pauseMs)
    }
  }
}

async function buildIndex(client: ClientBase, migration: ReadMigration, name: string): Promise<void> {
  await client.query(`DROP INDEX CONCURRENTLY IF EXISTS "${name}"`)
  try {
    await client.query(migration.sql)
  } catch (error) {
    await client.query(`DROP INDEX CONCURRENTLY IF EXISTS "${name}"`)
    throw error
  }
  await record(client, migration)
}

async function record(client: ClientBase, { name, checksum }: RecordedMigration): Promise<void> {
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  )
}
