import type { Config } from '../base/config.ts'
import { addJobBy, type JobOptions } from '../database/jobs.ts'
import type { RunStatement } from '../database/rows.ts'

/** Returns whether anybody is told of changes of sites. */
export const tellsOfChanges = ({ renderer, purge }: Pick<Config, 'renderer' | 'purge'>): boolean =>
  renderer !== undefined || purge !== undefined

export const revalidationTask = 'revalidate-renderer'

/** Receivers are notified once a second of all changes until then. A call that fails is tried again. */
const options: JobOptions = { delaySeconds: 1, maxAttempts: 5 }

/** Adds the job that tells the receivers what has changed in an organization. Changes within a second share it. */
export const queueRevalidation = (run: RunStatement, organizationId: string): Promise<void> =>
  addJobBy(run, revalidationTask, { organizationId }, `${revalidationTask} ${organizationId}`, options)
