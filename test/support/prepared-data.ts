import { execFile } from 'node:child_process'
import { chmod, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createLogger } from '../../src/base/logger.ts'
import { connectDatabase } from '../../src/database/connect.ts'
import { startEmbeddedPostgres } from '../../src/database/embedded/launcher.ts'
import { applyMigrations } from '../../src/database/migrate.ts'
import { temporaryFolder } from './folders.ts'
import { madeOnce } from './made-once.ts'

/**
 * Returns a new data directory with an embedded database that is migrated and empty. It is a copy of one that was made as
 * every first start makes it, for tests that are about something else than that. Without a folder for it, it is removed
 * after the test.
 */
export async function preparedDataDir(given?: string): Promise<string> {
  const original = await madeOnce('data-directory', prepare)
  const folder = given ?? (await temporaryFolder())
  // Unlike Node's own copy it keeps the owners of the files.
  await promisify(execFile)('cp', ['-a', `${original}/.`, folder])
  return folder
}

/** Makes the original, which goes with the folder of the run. */
async function prepare(): Promise<string> {
  const dataDir = join(tmpdir(), 'prepared')
  await mkdir(dataDir)
  // The account of the database must be able to enter, whatever the umask.
  await chmod(dataDir, 0o755)
  await makeDatabase(dataDir)
  return dataDir
}

async function makeDatabase(dataDir: string): Promise<void> {
  const log = createLogger('fatal')
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' } })
  const database = connectDatabase(url, log)
  try {
    await applyMigrations(database)
  } finally {
    await database.close()
    await stop()
  }
}
