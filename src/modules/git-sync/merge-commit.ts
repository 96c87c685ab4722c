import { appAddress } from '../../base/app-addresses.ts'
import { listCommits } from '../../git/history.ts'
import { lecternAt, revisionTrailer } from './commit-message.ts'
import { writeRevision } from './line.ts'
import type { OwnCommits } from './own-commits.ts'
import { conflict } from './reasons.ts'
import { inTurnOfMerges, type Standing, type SyncSession } from './session.ts'
import { revisionById } from './written-revisions.ts'

/** The most commits whose authors are named. */
const namedCommits = 1000

/**
 * Writes what the space has beside the head of the branch that was merged into it. If the space had commits of its own, the new one
 * has both for its parents; it is then of no author. Commits that a rewritten history dropped are no parents of it: it names their
 * authors. Returns the head, without a commit, if both are equal.
 */
export async function mergeCommit(
  session: SyncSession,
  merged: Standing,
  own: OwnCommits | undefined,
): Promise<Standing> {
  const { config, database } = session
  const revision = await revisionById(database.query, merged.revision.id)
  if (!revision || merged.commit === undefined) throw conflict('GIT_CONNECTION_CHANGED')
  const options = own && {
    ...(own.isDropped ? {} : { merged: [own.tip] }),
    message: await messageOf(session, { revisionId: revision.id, head: merged.commit, own }),
    author: lecternAt(config),
  }
  return inTurnOfMerges(session, () => writeRevision(session, merged, revision, options))
}

interface Merge {
  readonly revisionId: string
  readonly head: string
  readonly own: OwnCommits
}

async function messageOf(session: SyncSession, merge: Merge): Promise<string> {
  const { space, place, report, config } = session
  const { revisionId, own } = merge
  const conflicts =
    report.changeRequestId === null
      ? []
      : [
          `Where both had changed the same lines, this has those of the space. Those of the branch are in:`,
          appAddress(config, {
            kind: 'change request',
            space: space.id,
            changeRequest: report.changeRequestId,
          }),
          '',
        ]
  const subject = own.isDropped
    ? `Keep what the rewritten history of ${place.branch} no longer has`
    : `Merge the branch ${place.branch} and the space ${space.title}`
  return [
    subject.replace(/\s+/g, ' '),
    '',
    ...conflicts,
    appAddress(config, { kind: 'revision', space: space.id, revision: revisionId }),
    '',
    `${revisionTrailer}: ${revisionId}`,
    ...(own.isDropped ? await coAuthors(session, merge) : []),
  ].join('\n')
}

/** Returns a trailer for each author of the commits that a rewritten history dropped, also for those whom these name. */
async function coAuthors({ copy, config }: SyncSession, { head, own }: Merge): Promise<string[]> {
  const commits = await listCommits(copy, { to: own.tip, from: head, limit: namedCommits })
  const authors = commits
    .map(({ author }) => author)
    .filter(({ email }) => email !== lecternAt(config).email)
    .map(({ name, email }) => `${coAuthor}${name} <${email}>`)
  const named = commits.flatMap(({ message }) =>
    message.split('\n').filter((line) => line.startsWith(coAuthor)),
  )
  return [...new Set([...authors, ...named])]
}

const coAuthor = 'Co-authored-by: '
