import { createReadStream, existsSync } from 'node:fs'
import { Command } from 'commander'
import type { OpenArchive } from '../backups/archive.ts'
import { decrypted } from '../backups/encryption.ts'
import { rehearseRestore } from '../backups/rehearse-restore.ts'
import { assertNoFiles, type RestoreResult, restore } from '../backups/restore.ts'
import { configuredStorage, findBackup } from '../backups/stored-backups.ts'
import { type Config, loadConfig } from '../base/config.ts'
import { StartError } from '../base/start-error.ts'
import { commandLogger } from './command-logger.ts'
import { identitiesIn } from './identities.ts'
import { startProgress } from './progress.ts'
import { withDatabase } from './with-database.ts'

interface Options {
  readonly stored?: boolean
  readonly identity?: string
  readonly verifyOnly?: boolean
}

export const command = new Command('restore')
  .description('Read a backup into an empty database and an empty place of files')
  .argument(
    '<backup>',
    'a file that the command backup wrote, or with --stored the name of a backup, or latest',
  )
  .option('--stored', 'read one of the backups at BACKUP_URL')
  .option('--identity <file>', 'the file with the secret key of age, for a backup that is encrypted')
  .option('--verify-only', 'restore into a database that is deleted afterwards, and change nothing')
  .action(async (backup: string, { stored = false, identity, verifyOnly = false }: Options) => {
    const config = loadConfig()
    if (!stored && !existsSync(backup)) command.error(`There is no file ${backup}.`)
    const open = await opener(config, backup, { stored, identities: await identitiesIn(identity) })
    if (verifyOnly) return verify(config, backup, open)
    return withDatabase({ migrated: false, prepare: () => assertNoFiles(config) }, async (options) =>
      tell(`Restored ${backup}`, await restore({ ...options, open })),
    )
  })

async function verify(config: Config, backup: string, open: OpenArchive): Promise<void> {
  const progress = await startProgress()
  try {
    const { report } = progress
    const result = await rehearseRestore({ config, open, report, logger: commandLogger() })
    progress.stop()
    tell(`${backup}, made at ${result.createdAt}, can be restored`, result)
  } finally {
    progress.stop()
  }
}

/** Returns what opens a backup, which is read twice. */
async function opener(
  config: Config,
  backup: string,
  { stored, identities }: { readonly stored: boolean; readonly identities: readonly string[] },
): Promise<OpenArchive> {
  if (!stored) return async () => decrypted(createReadStream(backup), identities)
  const storage = configuredStorage(config)
  const { name, size } = await findBackup(storage, backup)
  return async () => {
    const bytes = await storage.read(name, size)
    if (!bytes) throw new StartError(`${name} is not in ${storage.name} any more.`)
    return decrypted(bytes, identities)
  }
}

function tell(what: string, { tables, files, damaged }: RestoreResult): void {
  console.log(`${what}: ${tables} tables and ${files} files.`)
  if (damaged.length === 0) return
  console.error(`${damaged.length} files were damaged when they were backed up, and are left out:`)
  for (const hash of damaged) console.error(`  ${hash}`)
  process.exitCode = 1
}
