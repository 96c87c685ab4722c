import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createLogger } from '../../src/base/logger.ts'
import { connectDatabase } from '../../src/database/client.ts'
import { startEmbeddedPostgres } from '../../src/database/embedded/launcher.ts'
import { applyMigrations } from '../../src/database/migrate.ts'
import { temporaryFolder } from './folders.ts'

let original: Promise<string> | undefined

/**
 * Returns a new data directory with an embedded database that is migrated and empty. It is a copy of one that was made as
 * every first start makes it, for tests that are about something else than that. Without a folder for it, it is removed
 * after the test.
 */
export async function preparedDataDir(given?: string): Promise<string> {
  original ??= prepare()
  const folder = given ?? (await temporaryFolder())
  // Unlike Node's own copy it keeps the owners of the files.
  await promisify(execFile)('cp', ['-a', `${await original}/.`, folder])
  return folder
}

/**
 * Returns the original, which goes with the folder of the run. The first worker that needs it makes it, and the others
 * wait for it.
 */
async function prepare(): Promise<string> {
  const dataDir = join(tmpdir(), 'prepared')
  const made = join(tmpdir(), 'prepared-completely')
  const isFirst = await mkdir(dataDir).then(
    () => true,
    () => false,
  )
  if (isFirst) {
    // The account of the database must be able to enter, whatever the umask.
    await chmod(dataDir, 0o755)
    await makeDatabase(dataDir)
    await writeFile(made, '')
  }
  const deadline = Date.now() + 60_000
  while (!existsSync(made)) {
    if (Date.now() > deadline) throw new Error('another worker did not complete the prepared data directory')
    await wait(50)
  }
  return dataDir
}

async function makeDatabase(dataDir: string): Promise<void> {
  const log = createLogger('fatal')
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' } })
  const database = connectDatabase(url, log)
  try {
    await applyMigrations(database.pool)
  } finally {
    await database.close()
    await stop()
  }
}
