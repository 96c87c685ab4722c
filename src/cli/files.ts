import { Command } from 'commander'
import type { Config } from '../base/config.ts'
import { StartError } from '../base/start-error.ts'
import { fileFolder, fileStorage } from '../storage/open-storage.ts'
import { checkBlobs } from './files/check-blobs.ts'
import { type MoveResult, moveFiles } from './files/move-files.ts'
import { withDatabase } from './with-database.ts'

export const command = new Command('files').description('Move the uploaded files to a bucket, and check them')

command
  .command('move')
  .description(
    'copy the files of DATA_DIR to the bucket at FILES_URL, and compare every byte, also while the server runs',
  )
  .option('--back', 'copy them from the bucket to DATA_DIR')
  .action(({ back = false }: { back?: boolean }) =>
    withDatabase({ shared: true }, async ({ config, database, report }) => {
      if (!config.filesBucket) throw new StartError('Set FILES_URL to the bucket that gets the files.')
      const inFolder: Config = { ...config, filesBucket: undefined }
      const [from, to] = back ? [config, inFolder] : [inFolder, config]
      tell(await moveFiles({ database, from, to, report }), fileStorage(from).name, fileStorage(to).name)
      console.log(
        back
          ? 'Restart the server without FILES_URL, and run the command again, which copies what was uploaded meanwhile.'
          : `Restart the server with FILES_URL, and run the command again, which copies what was uploaded meanwhile. Then ${fileFolder(config).name} is needed no more.`,
      )
    }),
  )

command
  .command('check')
  .description('read all files, and compare them with their hashes')
  .action(() =>
    withDatabase({ shared: true }, async (services) => {
      const { whole, broken } = await checkBlobs(services)
      console.log(`${whole} files in ${fileStorage(services.config).name} are whole.`)
      tellBroken(broken)
    }),
  )

function tell({ copied, bytes, present, missing }: MoveResult, from: string, to: string): void {
  const megabytes = (bytes / 1_000_000).toFixed(1)
  console.log(
    `Copied ${copied} files (${megabytes} MB) from ${from} to ${to}, where ${present} were already.`,
  )
  tellBroken(missing)
}

function tellBroken(hashes: readonly string[]): void {
  if (hashes.length === 0) return
  console.error(`${hashes.length} files that content refers to are missing or damaged:`)
  for (const hash of hashes) console.error(`  ${hash}`)
  console.error('Upload them again, or take them from a backup.')
  process.exitCode = 1
}
