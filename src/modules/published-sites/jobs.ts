import type { Jobs } from '../../database/jobs.ts'
import { revalidationTask, tellsOfChanges } from '../../renderer/revalidation-queue.ts'
import type { Context } from '../../request/context.ts'
import { revalidateAll, revalidateOrganization } from './revalidation/revalidate.ts'

type JobServices = Pick<Context, 'config' | 'database'>

const allTask = 'revalidate-renderer-for-all'

/**
 * Tells the renderer of sites and the shared cache in front of them of changes in an organization soon after them, a few
 * times if one does not answer. Every ten minutes, and when a process starts, tells them what they have missed. Does nothing
 * where none is configured.
 */
export const publishedSiteJobs = (services: JobServices): Jobs => ({
  tasks: {
    [revalidationTask]: async (payload, { abortSignal, job, logger }) => {
      const { organizationId } = payload as { organizationId: string }
      try {
        await revalidateOrganization({ ...services, signal: abortSignal }, organizationId)
      } catch (error) {
        if (job.attempts < job.max_attempts) throw error
        logger.warn(`A receiver of changes does not answer; it is told later. ${(error as Error).message}`)
      }
    },
    [allTask]: async (_payload, { abortSignal, logger }) => {
      try {
        await revalidateAll({ ...services, signal: abortSignal })
      } catch (error) {
        logger.warn(`A receiver of changes does not answer; it is told later. ${(error as Error).message}`)
      }
    },
  },
  crontab: tellsOfChanges(services.config) ? `*/10 * * * * ${allTask} ?jobKey=${allTask}&max=1` : '',
  atStart: tellsOfChanges(services.config) ? [allTask] : [],
})
