import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import type { TestProject } from 'vitest/node'
import { connectDatabase } from '../../src/database/client.ts'
import { startEmbeddedPostgres } from '../../src/database/embedded/launcher.ts'
import { applyMigrations } from '../../src/database/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A database that is migrated and empty, for each test file to copy. */
    templateDatabaseUrl: string
  }
}

/** One real PostgreSQL for the whole run. Durability is switched off: nothing of it outlives the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-tests-'))
  const log = pino({ level: 'warn' })
  const server = await startEmbeddedPostgres({
    dataDir: folder,
    log,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  })
  const database = connectDatabase(server.url, log)
  await applyMigrations(database.pool)
  await database.close()
  project.provide('templateDatabaseUrl', server.url)
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
