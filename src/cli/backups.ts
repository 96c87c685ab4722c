import { Command } from 'commander'
import { makeBackup } from '../backups/scheduled-backup.ts'
import { configuredStorage, storedBackups } from '../backups/stored-backups.ts'
import { loadConfig } from '../base/config.ts'
import { StartError } from '../base/start-error.ts'
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
