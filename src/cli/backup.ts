import { Command } from 'commander'
import { backUpToFile, type MissingFile } from '../backups/backup.ts'
import { withDatabase } from './with-database.ts'

export const command = new Command('backup')
  .description('Write a backup of the database and the files, also while the server runs')
  .argument('<file>', 'the file to write, which must not exist')
  .action((file: string) =>
    withDatabase({ shared: true, migrated: false }, async (options) => {
      const { tables, files, missing } = await backUpToFile({ ...options, file })
      console.log(`Wrote ${file}: ${tables} tables and ${files} files.`)
      tellMissing(missing)
    }),
  )

/** Lists the files that are not in a backup, and makes the command fail if there are any. */
export function tellMissing(missing: readonly MissingFile[]): void {
  if (missing.length === 0) return
  console.error(
    `${missing.length} files are missing or truncated where the files are, and not in the backup:`,
  )
  for (const { path, names } of missing) {
    console.error(`  ${path}`)
    for (const name of names) console.error(`    ${name}`)
  }
  console.error(
    'Copy them from another copy of the files or from an earlier backup, whose files are named in the same way, or upload them again. Then make another backup.',
  )
  process.exitCode = 1
}
