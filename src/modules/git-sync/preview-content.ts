import { type RunStatement, selectRow } from '../../database/rows.ts'
import { spaceTransaction } from '../../database/space-transaction.ts'
import type { Transaction } from '../../database/transactions.ts'
import { haveSameVariables } from '../../formats/body/variables.ts'
import type { GitContent } from '../../formats/git/types.ts'
import type { SourceCommit } from '../../formats/import/imported-content.ts'
import type { ChangeRequest, GitPreview, Revision } from '../../generated/prisma/client.ts'
import { branchOfRef } from '../../git/names.ts'
import { hasConflictsOfUpdate, openConflicts, recordConflicts } from '../change-requests/conflict-records.ts'
import { updateInTransaction } from '../change-requests/merging.ts'
import { contentOf, insertChangeRequest } from '../change-requests/service.ts'
import { differences } from '../content/differences.ts'
import type { RevisionPoint } from '../content/revision-rows.ts'
import {
  addRevision,
  contentTransactionMs,
  type OpenRevision,
  openRevision,
  primaryContent,
  type RevisionOptions,
} from '../content/revision-writer.ts'
import { ownIdentities, readSnapshots } from '../content/snapshots.ts'
import { type MergedContent, mergeContents, usedDocuments } from './merged-content.ts'
import { type ChangesOfCommit, changesOfCommit } from './preview-reading.ts'
import { stateOfPreview } from './preview-states.ts'
import { commitAt, sourceOf } from './pull.ts'
import { conflict } from './reasons.ts'
import type { Standing, SyncSession } from './session.ts'
import { contentAt } from './space-content.ts'
import { revisionById } from './written-revisions.ts'

/** The outcome of a commit in the change request of its preview. */
export interface ShownCommit {
  readonly changeRequest: ChangeRequest
  /** Whether the commit is in it. One waits while there are conflicts with the commit before it, or with the space. */
  readonly isShown: boolean
}

/**
 * Merges what a commit changed, since the one that was shown last, into the change request of its preview and the edits that people
 * made there. Where both changed the same lines, the change request keeps its own, and has a conflict to decide.
 */
export async function showCommit(
  session: SyncSession,
  standing: Standing,
  preview: GitPreview,
  commit: string,
): Promise<ShownCommit> {
  const { database, space } = session
  const known = await activeRequest(database.query, preview)
  const shown = known ? await revisionById(database.query, known.revisionId) : undefined
  const changes = await changesOfCommit(session, standing, { preview, commit, shown })
  const source = sourceOf(session.place, await commitAt(session, commit), preview.ref)
  const limits = { spaceId: space.id, milliseconds: contentTransactionMs }
  return spaceTransaction(database, limits, async (transaction) => {
    const primary = await openRevision(transaction, primaryContent(space.id))
    const now = await activeRequest(transaction.query, preview)
    if (now?.id !== known?.id) throw conflict('GIT_CONNECTION_CHANGED')
    const changeRequest = now ?? (await newRequest(session, transaction, { primary, standing, preview }))
    // Before the commit, which may have taken over what the space has by now.
    await updateInTransaction(transaction, changeRequest, null)
    const isShown = await mergeIntoRequest(transaction, changeRequest, { changes, source })
    const hasConflicts = hasConflictsOfUpdate(await openConflicts(transaction, changeRequest.id))
    const isInIt = isShown || preview.commitOid === commit
    const outcome = !isInIt ? 'WAITING' : hasConflicts ? 'CONFLICTS' : 'SYNCED'
    const { code: state, message: stateMessage } = stateOfPreview(outcome, changes.problems)
    await transaction.gitPreview.update({
      where: { id: preview.id },
      data: {
        ...{ changeRequestId: changeRequest.id, state, stateMessage },
        ...(isShown && { commitOid: commit }),
      },
    })
    return { changeRequest, isShown }
  })
}

/** Returns the change request of a preview, unless it was merged or archived: another one then shows the next commit. */
export const activeRequest = (
  run: RunStatement,
  { changeRequestId }: GitPreview,
): Promise<ChangeRequest | null> =>
  selectRow(run, 'ChangeRequest', { id: changeRequestId ?? '', status: { in: ['DRAFT', 'OPEN'] } })

interface NewRequest {
  readonly primary: OpenRevision
  readonly standing: Standing
  readonly preview: GitPreview
}

async function newRequest(
  { connection }: SyncSession,
  transaction: Transaction,
  { primary, standing, preview }: NewRequest,
): Promise<ChangeRequest> {
  const base = await transaction.revision.findUniqueOrThrow({ where: { id: standing.revision.id } })
  return insertChangeRequest(transaction, primary.space, base, {
    createdById: connection?.createdById ?? null,
    status: 'OPEN',
    subject: subjectOf(preview.ref),
  })
}

/** Returns the subject of the change request of a branch or pull request. */
function subjectOf(ref: string): string {
  const number = /^refs\/(?:pull|merge-requests)\/(\d+)\/head$/.exec(ref)?.[1]
  return number === undefined ? `Branch ${branchOfRef(ref)}` : `Pull request ${number}`
}

interface CommitToMerge {
  readonly changes: ChangesOfCommit
  readonly source: SourceCommit
}

/**
 * Merges a commit into a change request. Returns false if there are conflicts to decide before. Of a commit with conflicts the contents
 * of the last one and of this one are revisions too: by them a decision finds what the sides were.
 */
async function mergeIntoRequest(
  transaction: Transaction,
  changeRequest: ChangeRequest,
  { changes, source }: CommitToMerge,
): Promise<boolean> {
  const { head } = await openRevision(transaction, contentOf(changeRequest))
  const undecided = await openConflicts(transaction, changeRequest.id)
  if (hasConflictsOfUpdate(undecided)) return false
  const present = await contentAt(transaction.query, head)
  const { before, after, bodies: read } = changes
  const { content, created, conflicts } = await mergeContents(
    transaction.query,
    { base: before, ours: after, theirs: present },
    { read, owner: changeRequest.spaceId },
  )
  const write = (wanted: GitContent, options: RevisionOptions, more: MergedContent['documents'] = []) =>
    writeContent(transaction, changeRequest, {
      wanted,
      documents: [...usedDocuments(wanted, read), ...more],
      options,
    })
  if (conflicts.length === 0) {
    if (!isSame(content, present)) await write(content, { git: source }, [...created.values()])
    return true
  }
  await write(before, {})
  await write(after, { git: source })
  const options = { type: 'UPDATE', otherParents: [head.id] } as const
  const { id: revisionId } = await write(content, options, [...created.values()])
  await recordConflicts(transaction, changeRequest.id, undecided, { conflicts, revisionId })
  return true
}

function isSame(wanted: GitContent, present: GitContent): boolean {
  const { pages, files, reusable } = differences(wanted.snapshot, present.snapshot)
  return (
    [pages, files, reusable].every(({ written, removed }) => written.length + removed.length === 0) &&
    haveSameVariables(wanted.variables, present.variables)
  )
}

interface ContentToWrite {
  readonly wanted: GitContent
  readonly documents: MergedContent['documents']
  readonly options: RevisionOptions
}

/** Returns the revision of the primary content on which one of a change request is. */
const baseOf = ({ baseBranchId, baseSequence }: RevisionPoint): RevisionPoint => ({
  branchId: baseBranchId ?? '',
  sequence: baseSequence ?? 0,
  baseBranchId: null,
  baseSequence: null,
})

/** Writes the rows that differ from the base of a change request, and ends those that do not. */
async function writeContent(
  transaction: Transaction,
  changeRequest: ChangeRequest,
  { wanted, documents, options }: ContentToWrite,
): Promise<Revision> {
  const target = contentOf(changeRequest)
  const open = await openRevision(transaction, target)
  const [base] = await readSnapshots(transaction.query, [baseOf(open.head)])
  const own = await ownIdentities(transaction.query, open.branchId)
  const { pages, files, reusable } = differences(wanted.snapshot, base)
  const { revision } = await addRevision(
    open,
    target,
    {
      pages: { ...pages, reverted: own.PageVersion },
      files: { ...files, reverted: own.FileVersion },
      reusable: { ...reusable, reverted: own.ReusableContentVersion },
      variables: wanted.variables,
      documents,
    },
    null,
    options,
  )
  return revision
}
