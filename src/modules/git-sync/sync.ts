import { fetchCommit, fetchRef } from '../../git/fetch.ts'
import { GitError } from '../../git/git-error.ts'
import { mergeBase } from '../../git/history.ts'
import { readEntries } from './entries.ts'
import { firstSync } from './first-sync.ts'
import { pushTries } from './limits.ts'
import { type Line, lineFrom, writeLine } from './line.ts'
import { mergeCommit } from './merge-commit.ts'
import { syncPreviews } from './preview-sync.ts'
import { mergeHead } from './pull.ts'
import { pushLine, recordPushed } from './push.ts'
import { conflict } from './reasons.ts'
import type { Standing, SyncSession } from './session.ts'
import { stateAfter } from './state-after.ts'
import { type GitStateCode, type SyncState, stateOf } from './states.ts'
import { trySync } from './trial.ts'
import { revisionById, revisionsAfter } from './written-revisions.ts'

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
  const isWritten = wants.push && (await hasRecorded(session, recorded))
  const line = isWritten ? await lineOf(session, recorded, pending) : lineFrom(recorded)
  const own = line.standings.findLast(({ commit }) => commit === head)
  if (own && head !== recorded.commit) {
    await recordPushed(session, line, { through: own, recorded: recorded.entries })
    recorded = own
  }
  if (own) return wants.push ? pushRest(session, line, own, recorded) : stepTo(session, recorded)
  if (!wants.pull) return { state: stateOf('PUSH_ONLY') }
  const merged = await mergeHead(session, {
    head,
    standing: await lastCommon(session, line, head),
    recorded: recorded.entries,
  })
  return wants.push ? pushMerged(session, line, merged) : stepTo(session, merged)
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
  return { commit: now.commitOid, revision, entries, isAhead: now.isAhead }
}

/** Writes the commits of what the space has and the branch may not have, after those of a try that others overtook. */
async function lineOf(session: SyncSession, recorded: Standing, pending: Line | undefined): Promise<Line> {
  const { query } = session.database
  const from = pending?.tip ?? recorded
  const revision = from.isAhead ? await revisionById(query, from.revision.id) : undefined
  const later = await revisionsAfter(query, from.revision)
  const written = await writeLine(session, from, [...(revision ? [revision] : []), ...later])
  if (!pending) return written
  return { standings: [...pending.standings.slice(0, -1), ...written.standings], tip: written.tip }
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
async function pushMerged(session: SyncSession, line: Line, merged: Standing): Promise<Step> {
  const tip = await mergeCommit(session, merged, line)
  const next: Line = tip.commit === merged.commit ? lineFrom(tip) : { standings: [merged, tip], tip }
  if (tip.commit !== merged.commit && !(await pushLine(session, tip.commit as string, merged.commit)))
    return { pending: next }
  await recordPushed(session, next, { through: tip, recorded: merged.entries })
  return stepTo(session, tip)
}
