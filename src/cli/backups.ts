import { Command } from 'commander'
import { makeBackup } from '../backups/scheduled-backup.ts'
import { configuredStorage, storedBackups } from '../backups/stored-backups.ts'
import { type Config, loadConfig } from '../base/config.ts'
import { StartError } from '../base/start-error.ts'
import { makeBaseBackup, removeOldBases } from '../database/embedded/archive.ts'
import { tellMissing } from './backup.ts'
import { withDatabase } from './with-database.ts'

export const command = new Command('backups').description('The backups that the server makes at BACKUP_URL')

command
  .command('list')
  .description('list them, the newest first')
  .action(async () => {
    for (const { name, size, createdAt } of await storedBackups(configuredStorage(loadConfig())))
      console.log([name, createdAt.toISOString(), `${(size / 1_000_000).toFixed(1)} MB`].join('\t'))
  })

command
  .command('make')
  .description('make one now, and delete those that need not be kept')
  .action(() =>
    withDatabase({ shared: true, migrated: false }, async (services) => {
      const made = await makeBackup(services)
      if (!made) throw new StartError('Another process is making a backup; try again when it has ended.')
      console.log(`Wrote ${made.name}: ${made.tables} tables and ${made.files} files.`)
      for (const name of made.deleted) console.log(`Deleted ${name}.`)
      tellMissing(made.missing)
    }),
  )

command
  .command('base')
  .description(
    'copy the embedded database to DATABASE_ARCHIVE, from where its log leads on, also while the server runs',
  )
  .action(() =>
    withDatabase({ shared: true, migrated: false }, async ({ config, database }) => {
      const archive = configuredArchive(config)
      const { folder } = await database.session((client) => makeBaseBackup(client, archive), {
        patient: true,
      })
      console.log(`Wrote ${folder}.`)
      const removed = await removeOldBases(archive, new Date(Date.now() - config.sweepDays * dayMs))
      if (removed > 0)
        console.log(`Deleted ${removed} older ones that no recovery needs, and the log before the others.`)
    }),
  )

const dayMs = 24 * 3_600_000

/** Returns the archive of the embedded database. Throws a StartError if it has none. */
export function configuredArchive({ databaseArchive }: Pick<Config, 'databaseArchive'>): string {
  if (databaseArchive === undefined)
    throw new StartError('Set DATABASE_ARCHIVE to the folder of the archive of the embedded database.')
  return databaseArchive
}
