import type { GitContent, GitEntry } from '../../formats/git/types.ts'
import { fetchRef } from '../../git/fetch.ts'
import { GitError, isGitError } from '../../git/git-error.ts'
import { authorsOf } from './commit-authors.ts'
import { readEntries } from './entries.ts'
import { type KnownId, readHead } from './head-content.ts'
import { pushTries } from './limits.ts'
import { type Line, lineFrom, tryWrites, writeRevision } from './line.ts'
import { gitSyncProblem } from './problems.ts'
import { commitAt, pullHead } from './pull.ts'
import { keepAsBranch, pushLine, recordPushed } from './push.ts'
import { conflict } from './reasons.ts'
import { reportContent } from './reported-changes.ts'
import { inMergeSlot, type Standing, type SyncSession } from './session.ts'
import { contentAt } from './space-content.ts'
import { stateAfter } from './state-after.ts'
import { type SyncState, stateOf } from './states.ts'
import type { SyncWants } from './sync.ts'
import { headRevision, type RevisionToWrite } from './written-revisions.ts'

const emptySpace = gitSyncProblem('GIT_SPACE_EMPTY', 'The space is empty.')

/** Makes one side equal to the other, from which the first sync begins. What the other side had is kept. */
export async function firstSync(session: SyncSession, wants: SyncWants): Promise<SyncState> {
  const { connection, database, space } = session
  const isFromGit = connection?.commitOid === null ? connection.direction === 'FROM_GIT' : wants.pull
  const revision = await headRevision(database.query, space.id)
  if (!revision) throw conflict('GIT_CONNECTION_CHANGED')
  return isFromGit ? takeBranch(session, revision) : takeSpace(session, revision)
}

/** Takes the content of the branch. That of the space is in its revisions. */
async function takeBranch(session: SyncSession, revision: RevisionToWrite): Promise<SyncState> {
  const { copy, place, signal, database, connection, report } = session
  const head = await fetchRef(copy, place.remote, place.ref, { signal })
  const standing = await inMergeSlot(session, async () => {
    const live = await contentAt(database.query, revision)
    const sides = await readHead(session, head, undefined, knownIds(live))
    if (session.isTrial) {
      reportContent(report, sides.theirs.snapshot, live.snapshot)
      return undefined
    }
    const recorded = await readEntries(database.query, connection?.id)
    const commit = await commitAt(session, head)
    const authors = authorsOf(session.config, [commit])
    return pullHead(session, { head: commit, authors, sides, common: undefined, recorded })
  })
  return standing ? stateAfter(session, standing) : stateOf('NOT_SYNCED_YET')
}

/** Takes the content of the space. That of the branch stays in its history, and in a branch of its own. */
async function takeSpace(
  session: SyncSession,
  revision: RevisionToWrite,
  tries = pushTries,
): Promise<SyncState> {
  const { database, connection, place, report } = session
  const head = await headOrNone(session)
  const live = await contentAt(database.query, revision)
  const entries = head === undefined ? [] : await filesOf(session, head, live)
  const last: Standing = { commit: head, revision, entries, isAhead: true }
  if (session.isTrial) {
    await tryWrites(session, { content: live, last, revision, isFromSpace: true })
    return stateOf('NOT_SYNCED_YET')
  }
  const { message } = session
  const options = { isFromSpace: true, ...(message && { message }) }
  const tip = await inMergeSlot(session, () => writeRevision(session, last, revision, options))
  if (head !== undefined && tip.commit !== head)
    report.keptBranch = await keepAsBranch(session, head, `${place.branch}-before-${dateOf(new Date())}`)
  const line: Line = tip.commit === head ? lineFrom(tip) : { standings: [last, tip], tip }
  if (tip.commit === undefined) return stateOf('NOT_SYNCED_YET', emptySpace)
  if (tip.commit !== head && !(await pushLine(session, tip.commit, head))) {
    if (tries <= 1) throw new GitError('PUSH_STALE')
    return takeSpace(session, revision, tries - 1)
  }
  await recordPushed(session, line, {
    through: tip,
    recorded: await readEntries(database.query, connection?.id),
  })
  return stateAfter(session, tip)
}

const dateOf = (date: Date): string => date.toISOString().slice(0, 10)

/** Fetches the head of the branch. Undefined if there is no such branch yet. */
async function headOrNone({ copy, place, signal }: SyncSession): Promise<string | undefined> {
  try {
    return await fetchRef(copy, place.remote, place.ref, { signal })
  } catch (error) {
    if (isGitError(error, 'REF_GONE')) return undefined
    throw error
  }
}

/** Returns the files of the branch that content stands in, which the space takes the place of. None if they make no content. */
async function filesOf(session: SyncSession, head: string, live: GitContent): Promise<readonly GitEntry[]> {
  try {
    const { entries } = await inMergeSlot(session, () => readHead(session, head, undefined, knownIds(live)))
    return entries
  } catch (error) {
    if (isGitError(error) && !isGitError(error, 'DIRECTORY_GONE')) throw error
    session.logger.info({ err: error }, 'the files of a branch are none of a space, and are left there')
    return []
  }
}

/** Returns the function that finds the objects of a space by the paths that they have been imported from. */
export function knownIds({ snapshot }: GitContent): KnownId {
  const ids = new Map<string, string>()
  for (const { pageId, gitPath } of snapshot.pages.values()) if (gitPath) ids.set(`PAGE ${gitPath}`, pageId)
  for (const { fileId, gitPath } of snapshot.files.values()) if (gitPath) ids.set(`FILE ${gitPath}`, fileId)
  for (const { reusableId, gitPath } of snapshot.reusable.values())
    if (gitPath) ids.set(`REUSABLE ${gitPath}`, reusableId)
  return (path, kind) => ids.get(`${kind} ${path}`)
}
