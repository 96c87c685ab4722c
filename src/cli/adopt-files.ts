import { Command } from 'commander'
import { blobFolder } from '../modules/content/blob-paths.ts'
import { adoptStore } from '../modules/content/store-id.ts'
import { withDatabase } from './with-database.ts'

export const command = new Command('adopt-files')
  .description('Make the folder of files in DATA_DIR that of the database, whatever files it has')
  .action(() =>
    withDatabase({ shared: true }, async ({ config, database }) => {
      await adoptStore({ config, database })
      console.log(`${blobFolder(config)} is the folder of the files of the database now.`)
    }),
  )
