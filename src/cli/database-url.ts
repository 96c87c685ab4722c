import { loadConfig } from '../base/config.ts'
import { embeddedAddress } from '../database/embedded/launcher.ts'

const { databaseUrl, databaseDirectUrl, dataDir } = loadConfig()
const url = databaseDirectUrl ?? databaseUrl ?? embeddedAddress(dataDir)
if (url) console.log(url)
else {
  console.error(`No database runs in ${dataDir}; start Lectern first.`)
  process.exitCode = 1
}
