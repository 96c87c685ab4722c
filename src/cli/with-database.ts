import type { Logger } from 'pino'
import { type Config, loadConfig } from '../base/config.ts'
import type { ReportProgress } from '../base/report-progress.ts'
import { StartError } from '../base/start-error.ts'
import type { Database } from '../database/client.ts'
import { FilesUnreachableError } from '../database/faults.ts'
import { type OpenOptions, openDatabase } from '../database/open.ts'
import type { QueueConnections } from '../database/queue.ts'
import { commandLogger } from './command-logger.ts'
import { startProgress } from './progress.ts'

export interface CommandServices {
  readonly config: Config
  readonly database: Database & QueueConnections
  readonly logger: Logger
  readonly report: ReportProgress
}

interface CommandOptions extends OpenOptions {
  /** Runs before the database is opened, which may create it. */
  readonly prepare?: () => void | Promise<void>
}

/** Runs a command with the configured database. A StartError is for the operator: its message is written. */
export async function withDatabase(
  { prepare, ...open }: CommandOptions,
  run: (services: CommandServices) => Promise<void>,
): Promise<void> {
  const progress = await startProgress()
  let database: CommandServices['database'] | undefined
  try {
    const config = loadConfig()
    await prepare?.()
    const logger = commandLogger()
    database = await openDatabase(config, logger, open)
    await run({ config, database, logger, report: progress.report })
  } catch (error) {
    if (!(error instanceof StartError || error instanceof FilesUnreachableError)) throw error
    progress.stop()
    console.error(error.message)
    process.exitCode = 1
  } finally {
    progress.stop()
    await database?.close()
  }
}
