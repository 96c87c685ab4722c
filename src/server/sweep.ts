import type { Config } from '../base/config.ts'
import { sweepTemporaryFolders, temporaryFilesFolder } from '../base/temporary-files.ts'
import type { Database } from '../database/client.ts'
import type { Jobs } from '../database/jobs.ts'
import { withSweepLock } from '../database/sweep-lock.ts'
import { isOnlyOwner, ownersFileName, recordOwner } from '../modules/content/blob-owners.ts'
import { assertStore } from '../modules/content/store-id.ts'
import { type SweepLimits, sweepBlobs, sweepDocuments } from '../modules/content/sweep-content.ts'
import { sweepUnfinishedFiles } from '../modules/content/unfinished-files.ts'
import { sweepWords } from '../modules/search/sweep-words.ts'
import { formsFolder } from '../pictures/stored-forms.ts'
import { fileStorage, filesFolder } from '../storage/open-storage.ts'
import { modules } from './modules.ts'

export interface SweepServices {
  readonly config: Config
  readonly database: Database
  readonly warn: (message: string) => void
  readonly report?: SweepLimits['report']
}

/** The number of things of each kind that a sweep deleted. */
export interface Swept {
  readonly unfinishedFiles: number
  readonly temporaryFolders: number
  readonly bodies: number
  readonly files: number
  readonly words: number
}

/** The minimum age of deleted data. Newer data may belong to a request, an import or a job that has not ended. */
const dayMs = 24 * 3_600_000

/**
 * Deletes what modules no longer need, and what nothing refers to any longer: files and folders that a killed process left, bodies
 * of pages, files, and words of the search. Each of these begins where the last sweep ended. Safe while others read and write.
 * Returns null if another sweep or a backup runs.
 */
export function sweep(services: SweepServices, signal?: AbortSignal): Promise<Swept | null> {
  const { config, database, warn, report } = services
  const limits: SweepLimits = { before: new Date(Date.now() - dayMs), signal, report }
  return withSweepLock(database, async () => {
    await assertStore(config, database)
    await recordOwner(services)
    const mayDelete = await isOnlyOwner(services)
    if (!mayDelete)
      warn(
        `Files are not swept, because another database has used ${fileStorage(config).name}. Its file "${ownersFileName}" lists them.`,
      )
    for (const module of modules) await module.sweep?.(database, new Date())
    return {
      unfinishedFiles: await sweepFolders(config, limits),
      temporaryFolders: await sweepTemporaryFolders(limits),
      bodies: await sweepDocuments(database, limits),
      files: mayDelete ? await sweepBlobs(services, { ...limits, unusedBefore: unusedBefore(config) }) : 0,
      words: await sweepWords(database, limits),
    }
  })
}

/** Returns since when files must have been unused; undefined if they are deleted as soon as nothing refers to them. */
const unusedBefore = ({ sweepDays }: Config): Date | undefined =>
  sweepDays === 1 ? undefined : new Date(Date.now() - sweepDays * dayMs)

async function sweepFolders(config: Config, limits: SweepLimits): Promise<number> {
  const folders = [filesFolder(config), formsFolder(config), temporaryFilesFolder(config)]
  const counts = await Promise.all(folders.map((folder) => sweepUnfinishedFiles(folder, limits)))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** The longest duration of the nightly sweep. The next sweep continues where it ended. */
const maximumMs = 60_000

/** Returns the job that sweeps every night. */
export const sweepJobs = (services: Pick<SweepServices, 'config' | 'database'>): Jobs => ({
  tasks: {
    sweep: async (_payload, { abortSignal, logger }) => {
      const timeout = AbortSignal.timeout(maximumMs)
      const signal = abortSignal ? AbortSignal.any([abortSignal, timeout]) : timeout
      const swept = await sweep({ ...services, warn: (message) => logger.warn(message) }, signal)
      logger.info(swept ? 'Swept' : 'Not swept, because a backup or another sweep runs', { ...swept })
    },
  },
  crontab: '23 2 * * * sweep ?jobKey=sweep&max=1',
})
