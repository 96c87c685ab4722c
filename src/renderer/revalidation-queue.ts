import { addJobBy, type JobOptions } from '../database/jobs.ts'
import type { RunStatement } from '../database/rows.ts'

export const revalidationTask = 'revalidate-renderer'

/** The renderer is notified once a second of all changes until then. A call that fails is tried again. */
const options: JobOptions = { delaySeconds: 1, maxAttempts: 5 }

/** Adds the job that tells the renderer what has changed in an organization. Changes within a second share it. */
export const queueRevalidation = (run: RunStatement, organizationId: string): Promise<void> =>
  addJobBy(run, revalidationTask, { organizationId }, `${revalidationTask} ${organizationId}`, options)
