import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { serviceUnavailable } from '../../admission/reasons.ts'
import type { GitLink, Job, Prisma } from '../../generated/prisma/client.ts'
import { contextOfJob } from '../jobs/job-context.ts'
import type { JobWork } from '../jobs/runner.ts'
import { loadAuthorizedSpace } from '../spaces/service.ts'
import type { SyncServices } from './connection.ts'
import { claimConnection } from './leases.ts'
import { problemOfFailure } from './problems.ts'
import { conflict } from './reasons.ts'
import type { SyncReport } from './report.ts'
import { runOnce, runSync } from './run-sync.ts'
import { isFailure, type SyncState } from './states.ts'
import type { SyncWants } from './sync.ts'

/** The stored input of a sync that was asked for. */
export interface SyncJobInput extends SyncWants {
  readonly isTrial: boolean
  /** A branch that the space is not connected with. Its token is sealed. */
  readonly place?: Pick<GitLink, 'url' | 'branch' | 'directory' | 'username' | 'token'> & {
    readonly message: string | null
  }
}

/** The stored report of a job: what it changed, and the state that it left. */
export interface StoredReport extends SyncReport {
  readonly state: SyncState
}

const waitMs = 500

/** Syncs a space for a user, after the sync of it that goes on. Fails with the sentence of the state that it leaves, if that is a failure. */
export const gitSyncWork: JobWork = async (services, job, { signal, report: onProgress }) => {
  const { isTrial, place, ...wants } = job.input as unknown as SyncJobInput
  const context = await contextOfJob(services, job, 'space:trigger-git-sync')
  await loadAuthorizedSpace(context, job.spaceId)
  const options = {
    ...wants,
    isTrial,
    signal,
    onProgress: (done: number, total: number) => onProgress({ done, total }),
  }
  const { state, report } = place
    ? await runOnce(services, job, place, options)
    : await runSync(services, await waitForConnection(services, job, signal), options)
  const { code, message, problem } = state
  if (isFailure(code))
    throw conflict('GIT_SYNC_FAILED', {
      problem: problemOfFailure({ code, message, problem }, `${code}: ${message}`),
    })
  const stored: StoredReport = { ...report, state }
  return {
    report: stored as unknown as Prisma.InputJsonObject,
    ...(report.revisionId && { revisionId: report.revisionId }),
  }
}

/** Takes the connection of the space of a job as soon as no other sync of it goes on. */
async function waitForConnection(
  { database, config }: SyncServices,
  { spaceId }: Job,
  signal: AbortSignal,
): Promise<GitLink> {
  const until = Date.now() + config.jobMaxSeconds * 1000
  while (Date.now() < until) {
    signal.throwIfAborted()
    const connection = await claimConnection(database, randomUUID(), spaceId)
    if (connection) return connection
    if ((await database.prisma.gitLink.count({ where: { spaceId } })) === 0)
      throw conflict('GIT_NOT_CONNECTED')
    await wait(waitMs, undefined, { signal })
  }
  throw serviceUnavailable('SERVER_BUSY')
}
