import { appAddress } from '../../base/app-addresses.ts'
import type { ChangeRequest, GitPreview } from '../../generated/prisma/client.ts'
import { fetchRef, listRemoteRefs } from '../../git/fetch.ts'
import { GitError, isGitError } from '../../git/git-error.ts'
import { gitProblem } from '../../git/problems.ts'
import { keepCommit } from '../../git/repository.ts'
import { reportCommitStatus } from '../../git/servers/commit-status.ts'
import { stateOfGitError } from './git-error-states.ts'
import { activeRequest, showCommit } from './preview-content.ts'
import { stateOfPreview } from './preview-states.ts'
import { inMergeSlot, type Standing, type SyncSession } from './session.ts'
import { type SyncState, stateOf } from './states.ts'

/** Brings the change requests of branches and pull requests up to date. One that fails holds up no other. */
export async function syncPreviews(session: SyncSession, standing: Standing): Promise<void> {
  const { database, connection, place, signal } = session
  if (!connection || session.isTrial) return
  const previews = await database.prisma.gitPreview.findMany({ where: { connectionId: connection.id } })
  if (previews.length === 0) return
  const { refs } = await listRemoteRefs(
    place.remote,
    previews.map(({ ref }) => ref),
    { signal },
  )
  for (const preview of previews) {
    signal.throwIfAborted()
    await syncPreview(session, standing, preview, refs.get(preview.ref)).catch((error: unknown) =>
      recordFailure(session, preview, error),
    )
  }
}

async function syncPreview(
  session: SyncSession,
  standing: Standing,
  preview: GitPreview,
  head: string | undefined,
): Promise<void> {
  const { copy, place, signal, database } = session
  const { ref } = preview
  if (head === undefined) throw new GitError('REF_GONE', gitProblem('GIT_REF_MISSING', ref, { ref }))
  if (head === preview.commitOid) {
    if (preview.state === 'SYNCED') return
    // One that was merged or archived with conflicts is done with this commit.
    if (!(await activeRequest(database.query, preview)))
      return recordState(session, preview, stateOfPreview('SYNCED'))
  }
  const commit = await fetchRef(copy, place.remote, preview.ref, { signal })
  const shown = await inMergeSlot(session, () => showCommit(session, standing, preview, commit))
  if (!shown.isShown) return
  // What it changed is the base of the next merge, also when its branch is rewritten.
  await keepCommit(copy, `previewed/${preview.id}`, commit)
  await reportAddress(session, shown.changeRequest, commit)
}

/** Shows the address of the change request beside the commit, where the server has an API for it. */
async function reportAddress(
  { place, config, space, logger, signal }: SyncSession,
  { id, number }: ChangeRequest,
  commit: string,
): Promise<void> {
  const url = appAddress(config, { kind: 'change request', space: space.id, changeRequest: id })
  const description = `Change request #${number} shows the pages of this commit.`
  await reportCommitStatus(
    place.remote,
    place.server,
    { commit, state: 'SUCCESS', url, description, name: 'lectern/preview' },
    signal,
  ).catch((error: unknown) => {
    if (!isGitError(error)) throw error
    logger.warn({ err: error }, 'the address of a preview cannot be shown beside its commit')
  })
}

async function recordFailure(session: SyncSession, preview: GitPreview, error: unknown): Promise<void> {
  if (!isGitError(error)) session.logger.error({ err: error }, 'a branch cannot be shown as a change request')
  await recordState(
    session,
    preview,
    isGitError(error)
      ? stateOfGitError(error)
      : stateOf('FAILED', { quote: error instanceof Error ? error.message : '' }),
  )
}

const recordState = async ({ database }: SyncSession, { id }: GitPreview, { code, message }: SyncState) => {
  await database.write(
    'UPDATE "GitPreview" SET state = $2, "stateMessage" = $3, "updatedAt" = now() WHERE id = $1',
    [id, code, message],
  )
}
