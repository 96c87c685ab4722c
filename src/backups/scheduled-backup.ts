import type { Readable } from 'node:stream'
import { addAbortSignal } from 'node:stream'
import type { Config } from '../base/config.ts'
import type { Database } from '../database/client.ts'
import { type Jobs, logOfJob } from '../database/jobs.ts'
import { withFreeLock } from '../database/sessions.ts'
import { type BackupResult, backUp } from './backup.ts'
import { encrypted } from './encryption.ts'
import { expiredBackups } from './kept-backups.ts'
import { backupName, configuredStorage, forgetLatestBackup, storedBackups } from './stored-backups.ts'

interface Services {
  readonly config: Config
  readonly database: Database
}

export interface MadeBackup extends BackupResult {
  readonly name: string
  /** The names of older backups that were deleted. */
  readonly deleted: readonly string[]
}

/**
 * Makes a backup in the place that the configuration names, and deletes those that need not be kept. Returns null if another
 * process is making one. A backup that is interrupted leaves nothing in the place.
 */
export function makeBackup(
  { config, database }: Services,
  { now = new Date(), signal }: { readonly now?: Date; readonly signal?: AbortSignal | undefined } = {},
): Promise<MadeBackup | null> {
  return withFreeLock(database.session, 'scheduled backup', () =>
    makeAlone({ config, database }, now, signal),
  )
}

async function makeAlone(
  { config, database }: Services,
  now: Date,
  signal: AbortSignal | undefined,
): Promise<MadeBackup> {
  const storage = configuredStorage(config)
  const name = backupName(now, { isEncrypted: config.backupRecipients.length > 0 })
  const keep = async (bytes: Readable) => {
    const readable = await encrypted(bytes, config.backupRecipients)
    await storage.write(name, signal ? addAbortSignal(signal, readable) : readable)
  }
  const result = await backUp({ config, database, keep, report: () => {} })
  forgetLatestBackup()
  const expired = config.backups ? expiredBackups(await storedBackups(storage), config.backups.kept) : []
  for (const { name: each } of expired) await storage.remove(each)
  return { ...result, name, deleted: expired.map((backup) => backup.name) }
}

/** Returns the job that makes a backup by the schedule of the configuration, in one of the processes. */
export function backupJobs({ config, database }: Services): Jobs {
  if (!config.backups) return { tasks: {}, crontab: '' }
  return {
    tasks: {
      'scheduled-backup': async (_payload, helpers) => {
        const log = logOfJob(helpers)
        const made = await makeBackup({ config, database }, { signal: helpers.abortSignal })
        if (!made) return
        const { name, tables, files, missing, deleted } = made
        log.info({ name, tables, files, deleted }, 'made a backup')
        if (missing.length > 0)
          log.error({ name, missing: missing.length }, 'files are missing, and not in the backup')
      },
    },
    // One that no process was there for is made up for within a day.
    crontab: `${config.backups.schedule} scheduled-backup ?jobKey=scheduled-backup&max=5&fill=1d`,
  }
}
