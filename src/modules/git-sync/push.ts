import { GitError, isGitError } from '../../git/git-error.ts'
import { refOfBranch } from '../../git/names.ts'
import { gitProblem } from '../../git/problems.ts'
import { pushBranch } from '../../git/push.ts'
import { commitUrl } from './connection.ts'
import type { Line } from './line.ts'
import { changedEntries, recordOrigins, recordStanding } from './records.ts'
import type { Standing, SyncSession } from './session.ts'
import { recordGitEvent } from './sync-events.ts'

/** Moves the branch to the end of a line, if it is still where it was. Returns false if others have moved it meanwhile. */
export async function pushLine(
  { copy, place, signal }: SyncSession,
  commit: string,
  expected: string | undefined,
): Promise<boolean> {
  try {
    await pushBranch(copy, place.remote, { ref: place.ref, commit, expected }, { signal })
    return true
  } catch (error) {
    if (isGitError(error, 'PUSH_STALE')) return false
    throw error
  }
}

/** Pushes a commit to a new branch, which keeps it. The name is changed until there is no such branch. */
export async function keepAsBranch(
  { copy, place, signal }: SyncSession,
  commit: string,
  name: string,
): Promise<string> {
  for (let number = 1; number <= 20; number++) {
    const branch = number === 1 ? name : `${name}-${number}`
    try {
      await pushBranch(
        copy,
        place.remote,
        { ref: refOfBranch(branch), commit, expected: undefined },
        { signal },
      )
      return branch
    } catch (error) {
      if (!isGitError(error, 'PUSH_STALE')) throw error
    }
  }
  throw new GitError(
    'PUSH_REFUSED',
    gitProblem('GIT_BRANCHES_TAKEN', `there are too many branches named ${name}`, { ref: name }),
  )
}

/** Records that the branch has the commits of a line, up to one of them. */
export async function recordPushed(
  session: SyncSession,
  line: Line,
  { through, recorded }: { readonly through: Standing; readonly recorded: Standing['entries'] },
): Promise<void> {
  const { database, space, place, report } = session
  const last = line.standings.indexOf(through)
  const pushed = line.standings.slice(1, last + 1).filter(({ commit }) => commit !== undefined)
  await database.transaction(async (transaction) => {
    await recordStanding(transaction, session, recorded, through)
    await recordOrigins(transaction, through.revision.branchId, changedEntries(recorded, through.entries))
    for (const { commit, revision } of pushed)
      await transaction.query(
        `UPDATE "Revision" SET "gitOid" = $2, "gitMessage" = coalesce("gitMessage", ''), "gitCreatedByService" = TRUE, "gitURL" = $3, "gitRef" = $4
         WHERE id = $1 AND "gitOid" IS NULL`,
        [revision.id, commit, commitUrl(place, commit as string), place.ref],
      )
    if (pushed.length > 0)
      await recordGitEvent(transaction, 'pushed', space.id, {
        commitOid: through.commit ?? null,
        commits: pushed.length,
      })
  })
  report.pushedCommits += pushed.length
  report.commitOid = through.commit ?? null
}
