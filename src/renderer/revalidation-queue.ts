import { addJobBy, type JobOptions } from '../database/jobs.ts'
import type { RunStatement } from '../database/rows.ts'

export const revalidationTask = 'revalidate-renderer'

/** A renderer is told after a second of what has changed by then, and a few times if it does not answer. */
const options: JobOptions = { delaySeconds: 1, maxAttempts: 5 }

/** Adds the job that tells the renderer what has changed in an organization. Changes within a second share it. */
export const queueRevalidation = (run: RunStatement, organizationId: string): Promise<void> =>
  addJobBy(run, revalidationTask, { organizationId }, `${revalidationTask} ${organizationId}`, options)
