import { Command } from 'commander'
import { type BackupResult, backUp } from './backups/backup.ts'
import { withDatabase } from './with-database.ts'

export const command = new Command('backup')
  .description('Write a backup of the database and the files, also while the server runs')
  .argument('<file>', 'the file to write, which must not exist')
  .action((file: string) =>
    withDatabase({ shared: true, migrated: false }, async (options) =>
      tell(file, await backUp({ ...options, file })),
    ),
  )

function tell(file: string, { tables, files, missing }: BackupResult): void {
  console.log(`Wrote ${file}: ${tables} tables and ${files} files.`)
  if (missing.length === 0) return
  console.error(`${missing.length} files are missing or truncated in DATA_DIR, and not in the backup:`)
  for (const { path, names } of missing) {
    console.error(`  ${path}`)
    for (const name of names) console.error(`    ${name}`)
  }
  console.error(
    'Copy them from another copy of DATA_DIR or from an earlier backup, whose files are named in the same way, or upload them again. Then make another backup.',
  )
  process.exitCode = 1
}
