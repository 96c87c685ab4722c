import { Command } from 'commander'
import { type BackupResult, backUp } from './backups/backup.ts'
import { withDatabase } from './with-database.ts'

await new Command('backup')
  .description('Write a backup of the database and the files, also while the server runs')
  .argument('<file>', 'the file to write, which must not exist')
  .action((file: string) =>
    withDatabase({ shared: true, migrated: false }, async (options) =>
      tell(file, await backUp({ ...options, file })),
    ),
  )
  .parseAsync(process.argv)

function tell(file: string, { tables, files, missing }: BackupResult): void {
  console.log(`Wrote ${file}: ${tables} tables and ${files} files.`)
  if (missing.length === 0) return
  console.error(`${missing.length} files are missing or truncated in the folder of files:`)
  for (const hash of missing) console.error(`  ${hash}`)
  process.exitCode = 1
}
