import type { Logger } from 'pino'
import type { Config } from '../base/config.ts'
import type { ReportProgress } from '../base/report-progress.ts'
import { withTemporaryFolder } from '../base/temporary-files.ts'
import { connectDatabase } from '../database/connect.ts'
import { startTemporaryPostgres } from '../database/embedded/temporary.ts'
import type { OpenArchive } from './archive.ts'
import { type RestoreResult, restore } from './restore.ts'

interface RehearseOptions {
  readonly config: Config
  readonly open: OpenArchive
  readonly report: ReportProgress
  readonly logger: Logger
}

/**
 * Restores a backup into a database of its own, which is deleted afterwards, with all checks of a restore: of checksums, migrations and
 * foreign keys. Files are compared with their hashes, and not stored.
 */
export async function rehearseRestore({
  config,
  open,
  report,
  logger,
}: RehearseOptions): Promise<RestoreResult> {
  const { url, stop } = await startTemporaryPostgres(logger)
  const database = connectDatabase(url, logger)
  try {
    return await withTemporaryFolder((dataDir) =>
      restore({
        config: { ...config, dataDir, filesBucket: undefined, databaseUrl: url },
        database,
        open,
        report,
        isRehearsal: true,
      }),
    )
  } finally {
    await database.close()
    await stop()
  }
}
