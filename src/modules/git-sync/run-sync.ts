import { AppError } from '../../base/errors.ts'
import type { Problem } from '../../base/templates.ts'
import { problemOfPart } from '../../formats/source-problems.ts'
import type { GitLink, Job } from '../../generated/prisma/client.ts'
import { withBlobs } from '../../git/blobs.ts'
import { isGitError } from '../../git/git-error.ts'
import { removeRepository, tendRepository, withRepository } from '../../git/repository.ts'
import { placeOf, type SyncServices } from './connection.ts'
import { stateOfGitError } from './git-error-states.ts'
import { keepLease, releaseLease } from './leases.ts'
import { heartbeatMs } from './limits.ts'
import { recordState } from './recorded-state.ts'
import { newReport, type SyncReport } from './report.ts'
import type { SyncSession } from './session.ts'
import { type SyncState, stateOf } from './states.ts'
import { type SyncWants, syncSpace } from './sync.ts'
import type { SyncJobInput } from './sync-job.ts'

export interface SyncOptions extends Partial<SyncWants> {
  readonly isTrial?: boolean
  readonly signal: AbortSignal
  readonly onProgress?: SyncSession['onProgress']
}

export interface SyncOutcome {
  readonly state: SyncState
  readonly report: SyncReport
}

/** The reason why a sync stops: another process has taken it, or the connection is gone. */
class LeaseLost extends Error {}

/** Syncs a connection that this process has taken, and releases it with the state that this leaves. */
export async function runSync(
  services: SyncServices,
  connection: GitLink,
  { isTrial = false, signal, onProgress = () => {}, ...wants }: SyncOptions,
): Promise<SyncOutcome> {
  const { database } = services
  const report = newReport(isTrial)
  const lost = new AbortController()
  const runnerId = connection.runnerId ?? ''
  const beating = setInterval(() => {
    keepLease(database, connection.id, runnerId).then(
      (isKept) => isKept || lost.abort(new LeaseLost('The connection was changed or taken.')),
      (error: unknown) => services.logger.warn({ err: error }, 'a git sync cannot say that it goes on'),
    )
  }, heartbeatMs)
  try {
    const space = await database.prisma.space.findUniqueOrThrow({ where: { id: connection.spaceId } })
    const end = { signal: AbortSignal.any([signal, lost.signal]), onProgress, isTrial, report }
    const { pull, push } = connection
    const place = await placeOf(services, connection)
    const state = await stateOfSync(
      { ...services, ...end },
      { connection, space, place },
      { pull, push, ...wants },
    )
    if (isTrial) await releaseLease(database.write, connection.id, runnerId)
    else await recordState(services, { connection, organizationId: space.organizationId }, state, report)
    return { state, report }
  } catch (error) {
    await releaseLease(database.write, connection.id, runnerId).catch(() => {})
    throw error
  } finally {
    clearInterval(beating)
  }
}

/** Syncs a space once with a branch that it is not connected with. The copy of the repository is removed afterwards. */
export async function runOnce(
  services: SyncServices,
  { id, spaceId }: Pick<Job, 'id' | 'spaceId'>,
  given: NonNullable<SyncJobInput['place']>,
  { isTrial = false, signal, onProgress = () => {}, ...wants }: SyncOptions,
): Promise<SyncOutcome> {
  const report = newReport(isTrial)
  const space = await services.database.prisma.space.findUniqueOrThrow({ where: { id: spaceId } })
  const place = await placeOf(services, { ...given, id, server: 'OTHER' })
  const session = { signal, onProgress, isTrial, report, message: given.message ?? undefined }
  const direction = { pull: false, push: true, ...wants }
  try {
    const state = await stateOfSync(
      { ...services, ...session },
      { space, place, connection: null },
      direction,
    )
    return { state, report }
  } finally {
    await removeRepository(place)
  }
}

type Running = SyncServices & Pick<SyncSession, 'signal' | 'onProgress' | 'isTrial' | 'report' | 'message'>

/** Syncs, and returns the state that it leaves, also after a failure. Throws only if the sync is to stop. */
async function stateOfSync(
  services: Running,
  sides: Pick<SyncSession, 'connection' | 'space' | 'place'>,
  wants: SyncWants,
): Promise<SyncState> {
  const { space, place } = sides
  try {
    return await withRepository(place.folder, async (copy) => {
      const state = await withBlobs(copy, (blobs) => syncSpace({ ...services, ...sides, copy, blobs }, wants))
      await tendRepository(copy, services)
      return state
    })
  } catch (error) {
    services.signal.throwIfAborted()
    // Another sync begins with what was changed.
    if (error instanceof AppError && error.reason === 'GIT_CONNECTION_CHANGED') throw error
    if (isGitError(error)) return stateOfGitError(error)
    if (isContentError(error)) return stateOf('CONTENTS_BROKEN', contentProblem(error))
    services.logger.error({ err: error, spaceId: space.id }, 'a git sync failed')
    return stateOf('FAILED')
  }
}

/** Returns what the reader of the files says. */
const contentProblem = (error: AppError): Problem => ({ ...problemOfPart(error), message: error.message })

/** Returns whether the content of the files breaks a rule, as their reader says. */
const isContentError = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'BAD_USER_INPUT'
