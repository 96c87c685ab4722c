import { announceEvents } from '../../audit/written-events.ts'
import type { GitLink } from '../../generated/prisma/client.ts'
import { queueRevalidation, tellsOfChanges } from '../../renderer/revalidation-queue.ts'
import type { SyncServices } from './connection.ts'
import { releaseLease } from './leases.ts'
import { firstRetrySeconds, keptProblems, longestRetrySeconds } from './limits.ts'
import type { SyncReport } from './report.ts'
import { isFailure, type SyncState } from './states.ts'
import { recordGitEvent } from './sync-events.ts'

/** Returns the seconds until the next sync. Undefined if only a request, a webhook or a change begins one. */
function secondsToNext(
  { failures, pollMinutes, pull }: GitLink,
  state: SyncState,
  ofInstallation: number,
): number | undefined {
  if (isFailure(state.code)) return Math.min(firstRetrySeconds * 2 ** failures, longestRetrySeconds)
  const minutes = pollMinutes ?? ofInstallation
  return pull && minutes > 0 ? minutes * 60 : undefined
}

const record = `UPDATE "GitLink" SET
  state = $3, "stateMessage" = $4, "stateFile" = $5, "stateLine" = $6, "stateProblem" = $11::jsonb,
  "stateSince" = CASE WHEN state = $3 THEN "stateSince" ELSE now() END,
  problems = CASE WHEN $7::boolean THEN problems ELSE $8::jsonb END,
  "checkedAt" = now(), "syncedAt" = CASE WHEN $7::boolean THEN "syncedAt" ELSE now() END,
  failures = CASE WHEN $7::boolean THEN failures + 1 ELSE 0 END,
  "dueAt" = now() + $9::float8 * interval '1 second', "runnerId" = NULL, "leaseUntil" = NULL
  WHERE id = $1 AND "runnerId" = $2 AND "updatedAt" = $10 RETURNING id`

/** Records the state that a sync leaves, and lets others sync the connection. */
export async function recordState(
  { database, config, logger }: SyncServices,
  { connection, organizationId }: { readonly connection: GitLink; readonly organizationId: string },
  state: SyncState,
  report: SyncReport,
): Promise<void> {
  const { id, runnerId, spaceId } = connection
  const hasFailed = isFailure(state.code)
  await database.transaction(async (transaction) => {
    const recorded = await transaction.query(record, [
      id,
      runnerId,
      state.code,
      state.message,
      state.file ?? null,
      state.line ?? null,
      hasFailed,
      JSON.stringify(report.problems.slice(0, keptProblems)),
      secondsToNext(connection, state, config.git.pollMinutes) ?? null,
      connection.updatedAt,
      state.problem ? JSON.stringify(state.problem) : null,
    ])
    // Of a connection that was changed meanwhile, the sync that follows tells the state.
    if (recorded.length === 0) await releaseLease(transaction.query, id, runnerId)
    else if (state.code !== connection.state)
      await recordGitEvent(transaction, 'stateChanged', spaceId, {
        state: state.code,
        message: state.message,
      })
  })
  announceEvents(database)
  if (report.revisionId === null || !tellsOfChanges(config)) return
  await queueRevalidation(database.write, organizationId).catch((error: unknown) =>
    logger.error({ err: error }, 'the receivers of changes will be told of one later'),
  )
}
