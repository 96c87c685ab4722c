import { Command } from 'commander'
import { adoptStore } from '../modules/content/store-id.ts'
import { fileStorage } from '../storage/open-storage.ts'
import { withDatabase } from './with-database.ts'

export const command = new Command('adopt-files')
  .description(
    'Make the place of files, a folder in DATA_DIR or the bucket at FILES_URL, that of the database, whatever files it has',
  )
  .action(() =>
    withDatabase({ shared: true }, async ({ config, database }) => {
      await adoptStore({ config, database })
      console.log(`${fileStorage(config).name} is the place of the files of the database now.`)
    }),
  )
