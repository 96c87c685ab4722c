import { inExistingOrganization } from '../../access/existing-organization.ts'
import type { Database } from '../../database/client.ts'
import type { Jobs } from '../../database/jobs.ts'
import type { Context } from '../../request/context.ts'
import { processPendingSpecs, processSpec } from './processing.ts'
import { processSpecTask } from './queue.ts'

type JobServices = Pick<Context, 'config' | 'database'>

/**
 * Processes a specification as soon as it has changed. Every minute, and when a process starts, processes pending
 * specifications too, because the queue keeps the job of a crashed process locked for hours. Fetches URLs again every
 * night.
 *
 * A lock lets only one of several jobs for a specification run, so the jobs need no named queue, which a crashed process
 * would also keep locked.
 */
export const openAPISpecJobs = (services: JobServices): Jobs => ({
  tasks: {
    [processSpecTask]: async (payload, { abortSignal, logger }) => {
      const { specId } = payload as { specId: string }
      await processSpec(
        { ...services, signal: abortSignal, report: (message) => logger.info(message) },
        specId,
      )
    },
    'process-openapi-specs': async (_payload, { abortSignal, logger }) => {
      await processPendingSpecs({
        ...services,
        signal: abortSignal,
        report: (message) => logger.info(message),
      })
    },
    'refetch-openapi-specs': async () => {
      await refetchSpecs(services.database)
    },
  },
  crontab: [
    '* * * * * process-openapi-specs ?jobKey=process-openapi-specs&max=1',
    '41 3 * * * refetch-openapi-specs ?jobKey=refetch-openapi-specs&max=3',
  ].join('\n'),
  atStart: ['process-openapi-specs'],
})

/** Marks all specifications with a URL as pending, so that they are fetched again within the next minute. */
export async function refetchSpecs(database: Pick<Database, 'transaction'>): Promise<void> {
  await database.transaction((transaction) =>
    transaction.openAPISpec.updateMany({
      where: { sourceUrl: { not: null }, processingState: 'COMPLETE', ...inExistingOrganization },
      data: { processingState: 'PENDING', generation: { increment: 1 } },
    }),
  )
}
