import type { Config } from '../../base/config.ts'
import type { ReportProgress } from '../../base/report-progress.ts'
import type { Database } from '../../database/client.ts'
import { statementsOn } from '../../database/sessions.ts'
import { waitForSweep } from '../../database/sweep-lock.ts'
import { verifyBlob } from '../../modules/content/blobs.ts'
import { checkStore } from '../../modules/content/store-id.ts'
import { fileStorage } from '../../storage/open-storage.ts'
import { eachBlob } from './each-blob.ts'

interface CheckOptions {
  readonly config: Config
  readonly database: Database
  readonly report: ReportProgress
}

/** Reads all files and compares them with their hashes. Returns their number, and the hashes of those that are missing or damaged. */
export async function checkBlobs({
  config,
  database,
  report,
}: CheckOptions): Promise<{ whole: number; broken: readonly string[] }> {
  await checkStore({ config, database })
  const storage = fileStorage(config)
  const found = { whole: 0, broken: [] as string[] }
  await database.session(
    async (client) => {
      await waitForSweep(client)
      await eachBlob(statementsOn(client), { step: 'checking', report }, async (blob) => {
        if (await verifyBlob(storage, blob)) found.whole += 1
        else if (blob.referenced) found.broken.push(blob.hash)
      })
    },
    { patient: true },
  )
  return found
}
