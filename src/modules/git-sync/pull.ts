import type { RunStatement } from '../../database/rows.ts'
import { spaceTransaction } from '../../database/space-transaction.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { ReadSides } from '../../formats/git/read-sides.ts'
import type { GitContent } from '../../formats/git/types.ts'
import type { SourceCommit } from '../../formats/import/imported-content.ts'
import type { Revision } from '../../generated/prisma/client.ts'
import { GitError } from '../../git/git-error.ts'
import { type CommitRecord, listCommits } from '../../git/history.ts'
import { gitProblem } from '../../git/problems.ts'
import { hasCommit } from '../../git/repository.ts'
import { differences } from '../content/differences.ts'
import {
  addRevision,
  contentTransactionMs,
  type OpenRevision,
  openRevision,
  primaryContent,
} from '../content/revision-writer.ts'
import { authorsOf, authorsSince } from './commit-authors.ts'
import { openConflictRequest } from './conflict-request.ts'
import { commitUrl, type GitPlace } from './connection.ts'
import type { CommonContent } from './head-content.ts'
import { isSameContent, type MergedContent, mergeGit } from './merged-content.ts'
import { changedEntries, recordOrigins, recordStanding } from './records.ts'
import { reportContent } from './reported-changes.ts'
import { readBranch } from './rewritten-history.ts'
import { inMergeSlot, type Standing, type SyncSession } from './session.ts'
import { contentAt } from './space-content.ts'
import { recordGitEvent } from './sync-events.ts'

/** A commit of a branch to merge into the space. */
interface HeadToMerge {
  readonly head: string
  /** The last commit that both sides have. */
  readonly standing: Standing
  /** The files that are recorded now. */
  readonly recorded: Standing['entries']
  /** The revision that the space must have still, if it is to be that one. */
  readonly expected?: string | undefined
  /** Who wrote what the space has and the head does not. */
  readonly aheadAuthors: readonly string[]
}

/**
 * Merges the head of the branch into the space, as one revision if that changes it. Returns the new common standing, or undefined if
 * the space has another revision meanwhile than the expected one.
 */
export const mergeHead = (
  session: SyncSession,
  { head, standing, ...merge }: HeadToMerge,
): Promise<Standing | undefined> =>
  inMergeSlot(session, async () => {
    const { database, report } = session
    const commit = await commitAt(session, head)
    const content = await contentAt(database.query, standing.revision)
    const common: CommonContent = { ...standing, content }
    const { sides, isRewritten, hasFormer } = await readBranch(session, head, common)
    report.isHistoryRewritten ||= isRewritten
    const authors = await newAuthors(session, commit, standing.commit)
    return pullHead(session, { ...merge, head: commit, authors, sides, common, hasFormer })
  })

/** Returns who wrote the commits since the last common one. If that is gone, only who wrote the last: which are new is not known then. */
async function newAuthors(
  session: SyncSession,
  head: CommitRecord,
  common: string | undefined,
): Promise<string[]> {
  const isKnown = common !== undefined && (await hasCommit(session.copy, common))
  return isKnown ? authorsSince(session, { to: head.oid, from: common }) : authorsOf(session.config, [head])
}

/** Reads a commit with its author and message. */
export async function commitAt({ copy }: SyncSession, oid: string): Promise<CommitRecord> {
  const [commit] = await listCommits(copy, { to: oid, limit: 1 })
  if (!commit) throw new GitError('CACHE_BROKEN', gitProblem('GIT_OBJECT_MISSING', oid, { id: oid }))
  return commit
}

interface PulledHead {
  readonly head: CommitRecord
  /** Who wrote the commits that are taken in. */
  readonly authors: readonly string[]
  readonly aheadAuthors?: readonly string[]
  readonly sides: ReadSides
  /** The last common commit. Absent at the first sync, when the content of the branch takes the place of the other. */
  readonly common: CommonContent | undefined
  /** Whether the content has more than the head says: what a former history had. */
  readonly hasFormer?: boolean
  readonly recorded: Standing['entries']
  readonly expected?: string | undefined
}

/**
 * Writes the content of a commit that was read, merged with that of the space, as one revision if that changes the space. Returns
 * undefined if the space has another revision than the expected one.
 */
export function pullHead(session: SyncSession, pulled: PulledHead): Promise<Standing | undefined> {
  const limits = { spaceId: session.space.id, milliseconds: contentTransactionMs }
  return spaceTransaction(session.database, limits, (transaction) => writePull(session, transaction, pulled))
}

const mergedWith = (
  run: RunStatement,
  { space }: SyncSession,
  { sides: { base, theirs, bodies }, common }: PulledHead,
  live: GitContent,
): Promise<MergedContent> =>
  mergeGit(run, {
    base: common ? base : live,
    git: theirs,
    live,
    read: bodies,
    owner: space.id,
  })

async function writePull(
  session: SyncSession,
  transaction: Transaction,
  pulled: PulledHead,
): Promise<Standing | undefined> {
  const { head, authors, aheadAuthors = [], sides, common, hasFormer = false, recorded, expected } = pulled
  const { space, report } = session
  const target = primaryContent(space.id)
  const open = await openRevision(transaction, target)
  if (expected !== undefined && open.head.id !== expected) return undefined
  const live = await contentAt(transaction.query, open.head)
  const merged = await mergedWith(transaction.query, session, pulled, live)
  const createdById = await userOfAuthor(transaction, session, head)
  reportContent(report, merged.content.snapshot, live.snapshot)
  const written = await writeMerged(session, open, { live, merged, head, authors, common, createdById })
  const revision = written?.revision ?? open.head
  const standing = {
    commit: head.oid,
    revision,
    entries: sides.entries,
    isAhead: hasFormer || (common !== undefined && common.revision.id !== open.head.id),
    aheadAuthors,
  }
  await recordStanding(transaction, session, recorded, standing)
  await recordOrigins(transaction, open.branchId, changedEntries(recorded, sides.entries))
  report.commitOid = head.oid
  if (!written) return standing
  report.revisionId = written.revision.id
  await recordGitEvent(transaction, 'contentUpdated', space.id, { revisionId: written.revision.id })
  if (common && merged.conflicts.length > 0) {
    const changeRequest = await openConflictRequest(transaction, {
      space: written.space,
      base: (await transaction.revision.findUniqueOrThrow({ where: { id: common.revision.id } })) as Revision,
      baseContent: common.content,
      git: sides.theirs,
      documents: [...sides.bodies.values()],
      branch: session.place.branch,
      commit: head.oid,
      url: commitUrl(session.place, head.oid),
      createdById,
    })
    report.conflictCount += merged.conflicts.length
    report.changeRequestId = changeRequest.id
    await transaction.query('UPDATE "GitLink" SET "conflictRequestId" = $2 WHERE id = $1', [
      session.connection?.id,
      changeRequest.id,
    ])
  }
  const { changeRequestId, conflictCount } = report
  const told = { commitOid: head.oid, revisionId: written.revision.id, conflictCount }
  await recordGitEvent(transaction, 'pulled', space.id, told, changeRequestId)
  return standing
}

interface MergeToWrite {
  readonly live: GitContent
  readonly merged: MergedContent
  readonly head: CommitRecord
  readonly authors: readonly string[]
  readonly common: CommonContent | undefined
  readonly createdById: string | null
}

/** Writes the merged content as a revision. Returns undefined if the space has it already, and no conflict is to be told. */
async function writeMerged(
  session: SyncSession,
  open: OpenRevision,
  { live, merged, head, authors, common, createdById }: MergeToWrite,
) {
  if (isSameContent(merged.content, live) && merged.conflicts.length === 0) return undefined
  const { pages, files, reusable } = differences(merged.content.snapshot, live.snapshot)
  const { variables } = merged.content
  const changes = { pages, files, reusable, variables, documents: merged.documents }
  const isMerge = common !== undefined && common.revision.id !== open.head.id
  return addRevision(open, primaryContent(session.space.id), changes, createdById, {
    type: isMerge ? 'MERGE' : 'EDITS',
    git: { ...sourceOf(session.place, head, session.place.ref), authors },
  })
}

/** Returns what a revision keeps of the commit that it is read from. */
export const sourceOf = (
  place: Pick<GitPlace, 'remote' | 'server'>,
  { oid, message }: CommitRecord,
  ref: string,
): SourceCommit => ({
  oid,
  message,
  createdByService: false,
  url: commitUrl(place, oid),
  ref,
})

/** Returns the id of the member of the organization with the address of the author of a commit, if there is one. */
async function userOfAuthor(
  { query }: Transaction,
  { space }: SyncSession,
  { author }: CommitRecord,
): Promise<string | null> {
  const [user] = await query<{ id: string }>(
    `SELECT u.id FROM "User" u JOIN "Member" m ON m."userId" = u.id
     WHERE m."organizationId" = $1 AND lower(u.email) = lower($2) LIMIT 1`,
    [space.organizationId, author.email],
  )
  return user?.id ?? null
}
