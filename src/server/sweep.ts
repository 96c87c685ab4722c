import { sweepTemporaryFolders } from '../base/temporary-files.ts'
import type { Jobs } from '../database/jobs.ts'
import { withSweepLock } from '../database/sweep-lock.ts'
import { assertStore } from '../modules/content/store-id.ts'
import type { SweepLimits, SweepServices } from '../modules/module.ts'
import { modules } from './modules.ts'

/** The number of things that a sweep deleted, by their kind. */
export type Swept = Readonly<Record<string, number>>

/** The minimum age of deleted data. Newer data may belong to a request, an import or a job that has not ended. */
const dayMs = 24 * 3_600_000

/**
 * Deletes what modules no longer need, and what nothing refers to any longer: files and folders that a killed process left, bodies
 * of pages, files, and words of the search. Safe while others read and write. Returns null if another sweep or a backup runs.
 */
export function sweep(
  { report, ...services }: SweepServices & Pick<SweepLimits, 'report'>,
  signal?: AbortSignal,
): Promise<Swept | null> {
  const { config, database } = services
  const limits: SweepLimits = { before: new Date(Date.now() - dayMs), signal, report }
  return withSweepLock(database, async () => {
    await assertStore(config, database)
    for (const module of modules) await module.sweep?.(database, new Date())
    const swept: Record<string, number> = { temporaryFolders: await sweepTemporaryFolders(config, limits) }
    for (const { sweepUnreferenced } of modules)
      Object.assign(swept, await sweepUnreferenced?.(services, limits))
    return swept
  })
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
