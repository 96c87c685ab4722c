import type { ClientBase } from 'pg'
import type { Config } from '../base/config.ts'
import type { ReportProgress } from '../base/report-progress.ts'
import type { Database } from '../database/client.ts'
import { waitForSweep } from '../database/sweep-lock.ts'
import { checkStore } from '../modules/content/store-id.ts'

interface Services {
  readonly config: Config
  readonly database: Database
  readonly report: ReportProgress
}

/**
 * Runs with the database as it is at one moment, in a transaction that may be ended earlier. The files to which it refers then are
 * not swept before the end.
 */
export async function withSnapshot<Result>(
  { config, database, report }: Services,
  run: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  await checkStore({ config, database })
  return database.session(
    async (client) => {
      report('waiting for the sweep', 0, 1)
      await client.query('SET idle_in_transaction_session_timeout = 0')
      await waitForSweep(client)
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      return run(client)
    },
    { patient: true },
  )
}
