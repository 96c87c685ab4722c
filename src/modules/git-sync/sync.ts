import { fetchCommit, fetchRef } from '../../git/fetch.ts'
import { GitError } from '../../git/git-error.ts'
import { mergeBase } from '../../git/history.ts'
import { authorsOfRevisions, authorsSince, distinctAuthors } from './commit-authors.ts'
import { readEntries } from './entries.ts'
import { firstSync } from './first-sync.ts'
import { mergeTries, pushTries } from './limits.ts'
import { type Line, lineFrom, writeLine } from './line.ts'
import { mergeCommit } from './merge-commit.ts'
import { keepOwnCommits, type OwnCommits, ownCommitsOf } from './own-commits.ts'
import { syncPreviews } from './preview-sync.ts'
import { mergeHead } from './pull.ts'
import { pushLine, recordPushed } from './push.ts'
import { conflict } from './reasons.ts'
import type { Standing, SyncSession } from './session.ts'
import { stateAfter } from './state-after.ts'
import { type GitStateCode, type SyncState, stateOf } from './states.ts'
import { trySync } from './trial.ts'
import { type RevisionToWrite, revisionById, revisionsAfter } from './written-revisions.ts'

/** The directions in which a sync takes changes. */
export interface SyncWants {
  readonly pull: boolean
  readonly push: boolean
  /** Whether one side takes the place of the other, as at a first sync. What the other has is kept. */
  readonly force?: boolean
}

/**
 * Brings a space and its branch in step, and returns the state that this leaves. Throws a GitError for what git or the server
 * refuses.
 */
export async function syncSpace(session: SyncSession, wants: SyncWants): Promise<SyncState> {
  const { connection, report } = session
  report.commitOid = connection?.commitOid ?? null
  if (connection && !wants.pull && !wants.push) return stateOf(connection.state as GitStateCode)
  if (report.commitOid === null || wants.force) return firstSync(session, wants)
  if (session.isTrial) return trySync(session, await recordedStanding(session), wants)
  let pending: Line | undefined
  for (let tries = 1; tries <= pushTries; tries++) {
    session.signal.throwIfAborted()
    const step = await oneStep(session, wants, pending)
    if ('state' in step) return step.state
    pending = step.pending
  }
  throw new GitError('PUSH_STALE')
}

/** The state that a step leaves, or the commits that are to be merged once more because others have pushed. */
type Step = { readonly state: SyncState } | { readonly pending: Line | undefined }

async function oneStep(session: SyncSession, wants: SyncWants, pending: Line | undefined): Promise<Step> {
  const { copy, place, signal } = session
  let recorded = await recordedStanding(session)
  const head = await fetchRef(copy, place.remote, place.ref, { signal })
  // What is merged is written too if it is not pushed yet, so that each text has a commit of its author.
  const isToWrite = wants.push || (wants.pull && head !== recorded.commit)
  const isWritten = isToWrite && (await hasRecorded(session, recorded))
  const line = isWritten ? await lineOf(session, recorded, pending) : lineFrom(recorded)
  const own = line.standings.findLast(({ commit }) => commit === head)
  if (own && head !== recorded.commit) {
    await recordPushed(session, line, { through: own, recorded: recorded.entries })
    recorded = own
  }
  if (own) return wants.push ? pushRest(session, line, own, recorded) : stepTo(session, recorded)
  if (!wants.pull) return { state: stateOf('PUSH_ONLY') }
  const merged = await mergeLine(session, { head, line, isWritten, recorded: recorded.entries })
  return wants.push ? pushMerged(session, merged) : stepTo(session, merged.standing)
}

interface LineToMerge {
  readonly head: string
  readonly line: Line
  /** Whether commits of the space can be written. */
  readonly isWritten: boolean
  /** The files that are recorded now. */
  readonly recorded: Standing['entries']
}

interface MergedLine {
  /** The head, with the revision that has both. */
  readonly standing: Standing
  /** The commits that the head does not have. */
  readonly own: OwnCommits | undefined
}

/** Merges the head with all that the space has. What is edited meanwhile is written first, so that it has a commit of its author. */
async function mergeLine(
  session: SyncSession,
  { head, line, isWritten, recorded }: LineToMerge,
): Promise<MergedLine> {
  let whole = line
  for (let tries = 1; ; tries++) {
    session.signal.throwIfAborted()
    if (isWritten) whole = await wholeLine(session, whole)
    const own = isWritten ? await keepOwnCommits(session, whole, head) : undefined
    const standing = await lastCommon(session, whole, head)
    const expected = isWritten && tries < mergeTries ? whole.tip.revision.id : undefined
    const aheadAuthors = await authorsBeside(session, head, { isWritten, line: whole, own })
    const merged = await mergeHead(session, { head, standing, recorded, expected, aheadAuthors })
    if (merged) return { standing: merged, own }
  }
}

/**
 * Returns who wrote what the space has and a head does not. This is kept until it is pushed: the copy, in which the commits are, may be
 * gone by then.
 */
async function authorsBeside(
  session: SyncSession,
  head: string,
  { isWritten, line, own }: Pick<LineToMerge, 'isWritten' | 'line'> & Pick<MergedLine, 'own'>,
): Promise<string[]> {
  if (own) return authorsSince(session, { to: own.tip, from: head })
  if (isWritten) return []
  const [recorded] = line.standings
  return distinctAuthors([...(recorded?.aheadAuthors ?? []), ...(await authorsOfRevisions(session, head))])
}

/**
 * Returns whether the copy has the last common commit, on which commits can be written. One that was made anew fetches it. A server that
 * has forgotten it gets all that the space has beside it as one commit, on top of its own.
 */
const hasRecorded = async ({ copy, place, signal }: SyncSession, { commit }: Standing): Promise<boolean> =>
  commit === undefined || fetchCommit(copy, place.remote, place.ref, commit, { signal })

async function stepTo(session: SyncSession, standing: Standing): Promise<Step> {
  await syncPreviews(session, standing)
  return { state: await stateAfter(session, standing) }
}

/** Returns the last common commit with the revision that it is equal to, as it is recorded. */
async function recordedStanding({ connection, database }: SyncSession): Promise<Standing> {
  const id = connection?.id ?? ''
  const now = await database.prisma.gitLink.findUnique({ where: { id } })
  const revision = now?.revisionId ? await revisionById(database.query, now.revisionId) : undefined
  if (!now || !revision || now.commitOid === null) throw conflict('GIT_CONNECTION_CHANGED')
  const entries = await readEntries(database.query, id)
  const { commitOid: commit, isAhead, aheadAuthors } = now
  return { commit, revision, entries, isAhead, aheadAuthors }
}

/** Writes the commits of what the space has and the branch may not have, after those of a try that others overtook. */
async function lineOf(session: SyncSession, recorded: Standing, pending: Line | undefined): Promise<Line> {
  const begun = pending ?? (await lineOfMerge(session, recorded))
  return extended(session, begun, await revisionsAfter(session.database.query, begun.tip.revision))
}

/** Writes the merge of both sides that could not be pushed, if there is one. */
async function lineOfMerge(session: SyncSession, recorded: Standing): Promise<Line> {
  if (!recorded.isAhead || recorded.commit === undefined) return lineFrom(recorded)
  const tip = await mergeCommit(session, recorded, await ownCommitsOf(session, recorded.commit))
  return tip.commit === recorded.commit ? lineFrom(tip) : { standings: [recorded, tip], tip }
}

/** Writes the commits of all revisions after a line. */
async function wholeLine(session: SyncSession, line: Line): Promise<Line> {
  let whole = line
  for (;;) {
    const later = await revisionsAfter(session.database.query, whole.tip.revision)
    if (later.length === 0) return whole
    whole = await extended(session, whole, later)
  }
}

async function extended(
  session: SyncSession,
  { standings, tip }: Line,
  later: readonly RevisionToWrite[],
): Promise<Line> {
  const written = await writeLine(session, tip, later)
  return { standings: [...standings.slice(0, -1), ...written.standings], tip: written.tip }
}

/** Returns the last commit of a line that the branch has too, or the one with which the line begins. */
async function lastCommon({ copy }: SyncSession, line: Line, head: string): Promise<Standing> {
  const [first] = line.standings as [Standing]
  if (line.tip.commit === undefined) return first
  const base = await mergeBase(copy, line.tip.commit, head).catch(() => undefined)
  return line.standings.findLast(({ commit }) => commit === base) ?? first
}

/** Pushes what the space has beside what the branch has too. */
async function pushRest(session: SyncSession, line: Line, own: Standing, recorded: Standing): Promise<Step> {
  const { tip } = line
  if (tip.commit !== own.commit && !(await pushLine(session, tip.commit as string, own.commit)))
    return { pending: undefined }
  const rest = { standings: line.standings.slice(line.standings.indexOf(own)), tip }
  await recordPushed(session, rest, { through: tip, recorded: recorded.entries })
  return stepTo(session, tip)
}

/** Pushes what the space has beside the head that it was merged with. */
async function pushMerged(session: SyncSession, { standing: merged, own }: MergedLine): Promise<Step> {
  const tip = await mergeCommit(session, merged, own)
  const next: Line = tip.commit === merged.commit ? lineFrom(tip) : { standings: [merged, tip], tip }
  if (tip.commit !== merged.commit && !(await pushLine(session, tip.commit as string, merged.commit)))
    return { pending: next }
  await recordPushed(session, next, { through: tip, recorded: merged.entries })
  return stepTo(session, tip)
}
