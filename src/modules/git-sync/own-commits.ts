import { isAncestor } from '../../git/history.ts'
import { forgetCommits, keepCommit, keptCommit } from '../../git/repository.ts'
import type { Line } from './line.ts'
import { relationTo } from './rewritten-history.ts'
import type { SyncSession } from './session.ts'

/** Commits that were merged with a head of the branch, and that it does not have. */
export interface OwnCommits {
  /** The last of them. */
  readonly tip: string
  /** Whether the branch had some of them until its history was rewritten. Whoever did that may not want them in it again. */
  readonly isDropped: boolean
}

/** Below these names are the last commits that were merged with a head of the branch, each by that head. */
const places = { own: 'own', dropped: 'dropped' } as const

/**
 * Keeps the commits that the head of a branch does not have, and that are merged with it. The merge may be pushed much later, by a
 * process that knows no more of them: their authors are then still known.
 */
export async function keepOwnCommits(
  session: SyncSession,
  line: Line,
  head: string,
): Promise<OwnCommits | undefined> {
  const { copy } = session
  const own = await ownCommits(session, line, head)
  for (const place of Object.values(places))
    await forgetCommits(copy, place, { but: [line.standings[0]?.commit] })
  if (own) await keepCommit(copy, `${own.isDropped ? places.dropped : places.own}/${head}`, own.tip)
  return own
}

/** Returns the commits that were merged with a head of the branch, if they are in this copy. */
export async function ownCommitsOf({ copy }: SyncSession, head: string): Promise<OwnCommits | undefined> {
  const own = await keptCommit(copy, `${places.own}/${head}`)
  if (own !== undefined) return { tip: own, isDropped: false }
  const dropped = await keptCommit(copy, `${places.dropped}/${head}`)
  return dropped === undefined ? undefined : { tip: dropped, isDropped: true }
}

async function ownCommits(
  session: SyncSession,
  { standings: [first], tip: { commit: tip } }: Line,
  head: string,
): Promise<OwnCommits | undefined> {
  if (tip === undefined || (await isAncestor(session.copy, tip, head))) return undefined
  const from = first?.commit
  const isDropped = from !== undefined && (await relationTo(session, from, head)).kind !== 'ANCESTOR'
  return { tip, isDropped }
}
