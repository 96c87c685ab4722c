import { isAncestor } from '../../git/history.ts'
import { forgetCommits, keepCommit, keptCommit } from '../../git/repository.ts'
import type { Line } from './line.ts'
import type { SyncSession } from './session.ts'

/** Below this name are the last commits of the space that were merged with a head of the branch, each by that head. */
const place = 'own'

/**
 * Keeps the commits of the space that the head of a branch does not have, and that are merged with it. The merge may be pushed much
 * later, by a process that knows no more of them: each text is then still in a commit of its author. Returns the last of them.
 */
export async function keepOwnCommits(
  session: SyncSession,
  line: Line,
  head: string,
): Promise<string | undefined> {
  const { copy } = session
  const own = await ownTip(session, line, head)
  await forgetCommits(copy, place, { but: [line.standings[0]?.commit] })
  if (own !== undefined) await keepCommit(copy, `${place}/${head}`, own)
  return own
}

/** Returns the last of the commits of the space that were merged with a head of the branch, if they are in this copy. */
export const ownCommitsOf = ({ copy }: SyncSession, head: string): Promise<string | undefined> =>
  keptCommit(copy, `${place}/${head}`)

/** Returns the last commit of the space that a head of the branch does not have. */
async function ownTip(
  { copy }: SyncSession,
  { standings, tip }: Line,
  head: string,
): Promise<string | undefined> {
  if (standings.length < 2 || tip.commit === undefined) return undefined
  return (await isAncestor(copy, tip.commit, head)) ? undefined : tip.commit
}
