import type { Prisma } from '../../generated/prisma/client.ts'

export const processSpecTask = 'process-openapi-spec'

/**
 * Adds the job that processes a specification, which starts after the transaction commits. Does nothing if there is no
 * queue: the job that runs every minute finds pending specifications in their table.
 */
export async function queueProcessing(transaction: Prisma.TransactionClient, specId: string): Promise<void> {
  const [queue] = await transaction.$queryRaw<{ exists: boolean }[]>`
    SELECT to_regclass('graphile_worker._private_jobs') IS NOT NULL AS exists`
  if (!queue?.exists) return
  await transaction.$queryRaw`
    SELECT (graphile_worker.add_job(
      ${processSpecTask}, json_build_object('specId', ${specId}::text), job_key => ${specId}::text
    )).id::text`
}
