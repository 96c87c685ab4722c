import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { loadConfig } from '../base/config.ts'
import { assertNoFiles, type RestoreResult, restore } from './backups/restore.ts'
import { withDatabase } from './with-database.ts'

export const command = new Command('restore')
  .description('Read a backup into an empty database and an empty folder of files')
  .argument('<file>', 'a file that the command backup wrote')
  .action((file: string) => {
    if (!existsSync(file)) command.error(`There is no file ${file}.`)
    return withDatabase({ migrated: false, prepare: () => assertNoFiles(loadConfig()) }, async (options) =>
      tell(file, await restore({ ...options, file })),
    )
  })

function tell(file: string, { tables, files, damaged }: RestoreResult): void {
  console.log(`Restored ${file}: ${tables} tables and ${files} files.`)
  if (damaged.length === 0) return
  console.error(`${damaged.length} files were damaged when they were backed up, and are left out:`)
  for (const hash of damaged) console.error(`  ${hash}`)
  process.exitCode = 1
}
