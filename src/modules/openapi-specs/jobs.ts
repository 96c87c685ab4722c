import type { Config } from '../../config.ts'
import type { Database } from '../../database/client.ts'
import type { Jobs } from '../../database/jobs.ts'
import { processPendingSpecs, processSpec } from './processing.ts'
import { processSpecTask, queueProcessing } from './queue.ts'

interface JobServices {
  readonly config: Config
  readonly database: Database
}

/**
 * Processes a specification as soon as it has changed. Every minute, and when a process starts, looks for those that
 * were left: the queue holds a job of a process that died for hours. Every night reads addresses once more.
 *
 * Of two jobs for one specification only the first does anything, so neither needs a queue of its own, which a process
 * that died would keep as well.
 */
export const openAPISpecJobs = (services: JobServices): Jobs => ({
  tasks: {
    [processSpecTask]: async (payload, { abortSignal }) => {
      const { specId } = payload as { specId: string }
      await processSpec({ ...services, signal: abortSignal }, specId)
    },
    'process-openapi-specs': async (_payload, { abortSignal }) => {
      await processPendingSpecs({ ...services, signal: abortSignal })
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

/** Asks for every specification with an address to be fetched and read anew. */
export async function refetchSpecs({ prisma }: Pick<Database, 'prisma'>): Promise<void> {
  await prisma.$transaction(async (transaction) => {
    const specs = await transaction.openAPISpec.updateManyAndReturn({
      where: { sourceUrl: { not: null }, processingState: 'COMPLETE' },
      data: { processingState: 'PENDING', generation: { increment: 1 } },
      select: { id: true },
    })
    for (const { id } of specs) await queueProcessing(transaction, id)
  })
}
