import { appAddress } from '../../base/app-addresses.ts'
import { spaceTransaction } from '../../database/space-transaction.ts'
import type { ChangeRequest, GitPreview } from '../../generated/prisma/client.ts'
import { fetchRef, listRemoteRefs } from '../../git/fetch.ts'
import { GitError, isGitError } from '../../git/git-error.ts'
import { branchOfRef } from '../../git/names.ts'
import { reportCommitStatus } from '../../git/servers/commit-status.ts'
import { updateInTransaction } from '../change-requests/merging.ts'
import { contentOf, insertChangeRequest } from '../change-requests/service.ts'
import { differences } from '../content/differences.ts'
import {
  addRevision,
  contentTransactionMs,
  openRevision,
  primaryContent,
} from '../content/revision-writer.ts'
import { ownIdentities } from '../content/snapshots.ts'
import { readHead } from './head-content.ts'
import { usedDocuments } from './merged-content.ts'
import { inTurnOfMerges, type Standing, type SyncSession } from './session.ts'
import { contentAt } from './space-content.ts'
import { stateOf, stateOfGitFailure } from './states.ts'

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
  const { copy, place, signal } = session
  if (head === undefined) throw new GitError('REF_GONE', preview.ref)
  if (head === preview.commitOid && preview.state === 'SYNCED') return
  const commit = await fetchRef(copy, place.remote, preview.ref, { signal })
  const changeRequest = await inTurnOfMerges(session, () => showCommit(session, standing, preview, commit))
  await reportAddress(session, changeRequest, commit)
}

/** Writes the content of a commit into the change request of its preview. */
async function showCommit(
  session: SyncSession,
  standing: Standing,
  preview: GitPreview,
  commit: string,
): Promise<ChangeRequest> {
  const { database, space, connection } = session
  const content = await contentAt(database.query, standing.revision)
  const sides = await readHead(session, commit, { ...standing, content })
  const limits = { spaceId: space.id, milliseconds: contentTransactionMs }
  return spaceTransaction(database, limits, async (transaction) => {
    const primary = await openRevision(transaction, primaryContent(space.id))
    const known = await transaction.changeRequest.findFirst({
      where: { id: preview.changeRequestId ?? '', status: { in: ['DRAFT', 'OPEN'] } },
    })
    const base = await transaction.revision.findUniqueOrThrow({ where: { id: standing.revision.id } })
    const changeRequest =
      known ??
      (await insertChangeRequest(transaction, primary.space, base, {
        createdById: connection?.createdById ?? null,
        status: 'OPEN',
        subject: subjectOf(preview.ref),
      }))
    const open = await openRevision(transaction, contentOf(changeRequest))
    const wanted = sides.theirs
    const own = await ownIdentities(transaction.query, open.branchId)
    const { pages, files, reusable } = differences(wanted.snapshot, content.snapshot)
    await addRevision(
      open,
      contentOf(changeRequest),
      {
        pages: { ...pages, reverted: own.PageVersion },
        files: { ...files, reverted: own.FileVersion },
        reusable: { ...reusable, reverted: own.ReusableContentVersion },
        variables: wanted.variables,
        documents: usedDocuments(wanted, sides.bodies),
        baseSequence: standing.revision.sequence,
      },
      null,
    )
    if (primary.head.sequence !== standing.revision.sequence)
      await updateInTransaction(transaction, changeRequest, null)
    await transaction.gitPreview.update({
      where: { id: preview.id },
      data: {
        changeRequestId: changeRequest.id,
        commitOid: commit,
        state: 'SYNCED',
        stateMessage: stateOf('SYNCED').message,
      },
    })
    return changeRequest
  })
}

/** Returns the subject of the change request of a branch or pull request. */
function subjectOf(ref: string): string {
  const number = /^refs\/(?:pull|merge-requests)\/(\d+)\/head$/.exec(ref)?.[1]
  return number === undefined ? `Branch ${branchOfRef(ref)}` : `Pull request ${number}`
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

async function recordFailure({ database, logger }: SyncSession, { id }: GitPreview, error: unknown) {
  const state = isGitError(error)
    ? stateOfGitFailure(error.failure, error.detail)
    : stateOf('FAILED', error instanceof Error ? error.message : '')
  if (!isGitError(error)) logger.error({ err: error }, 'a branch cannot be shown as a change request')
  await database.write(
    'UPDATE "GitPreview" SET state = $2, "stateMessage" = $3, "updatedAt" = now() WHERE id = $1',
    [id, state.code, state.message],
  )
}
