import { Command } from 'commander'
import { loadConfig } from '../base/config.ts'
import { StartError } from '../base/start-error.ts'
import { embeddedAddress } from '../database/embedded/launcher.ts'

export const command = new Command('database-url')
  .description('Print the address of the database, for psql and other programs')
  .action(() => {
    const { databaseUrl, databaseDirectUrl, dataDir } = loadConfig()
    const url = databaseDirectUrl ?? databaseUrl ?? embeddedAddress(dataDir)
    if (!url) throw new StartError(`No database runs in ${dataDir}; start Lectern first.`)
    console.log(url)
  })
