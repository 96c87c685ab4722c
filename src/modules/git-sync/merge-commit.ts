import { appAddress } from '../../base/app-addresses.ts'
import { coAuthorTrailer } from './commit-authors.ts'
import { lecternAt, revisionTrailer } from './commit-message.ts'
import { writeRevision } from './line.ts'
import type { OwnCommits } from './own-commits.ts'
import { conflict } from './reasons.ts'
import { inMergeSlot, type Standing, type SyncSession } from './session.ts'
import { revisionById } from './written-revisions.ts'

/**
 * Writes what the space has beside the head of the branch that was merged into it. It is of no author: if the space had commits of its
 * own, the new one has both for its parents. Commits that a rewritten history dropped are no parents of it, and neither are those that
 * went with the copy: it names their authors. Returns the head, without a commit, if both are equal.
 */
export async function mergeCommit(
  session: SyncSession,
  merged: Standing,
  own: OwnCommits | undefined,
): Promise<Standing> {
  const { config, database } = session
  const revision = await revisionById(database.query, merged.revision.id)
  if (!revision || merged.commit === undefined) throw conflict('GIT_CONNECTION_CHANGED')
  const { aheadAuthors = [] } = merged
  const isDropped = own?.isDropped ?? false
  const parents = own && !isDropped ? [own.tip] : []
  const coAuthors = parents.length > 0 ? [] : aheadAuthors
  // Otherwise the space has nothing that the branch does not say: what is written follows from the commits that were taken in.
  const isMerge = own !== undefined || aheadAuthors.length > 0
  const options = isMerge
    ? {
        merged: parents,
        message: messageOf(session, { revisionId: revision.id, isDropped, coAuthors }),
        author: lecternAt(config),
      }
    : {}
  return inMergeSlot(session, () => writeRevision(session, merged, revision, options))
}

interface Merge {
  readonly revisionId: string
  /** Whether a rewritten history dropped what it brings back. */
  readonly isDropped: boolean
  readonly coAuthors: readonly string[]
}

function messageOf(
  { space, place, report, config }: SyncSession,
  { revisionId, isDropped, coAuthors }: Merge,
): string {
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
  const subject = isDropped
    ? `Keep what the rewritten history of ${place.branch} no longer has`
    : `Merge the branch ${place.branch} and the space ${space.title}`
  return [
    subject.replace(/\s+/g, ' '),
    '',
    ...conflicts,
    appAddress(config, { kind: 'revision', space: space.id, revision: revisionId }),
    '',
    `${revisionTrailer}: ${revisionId}`,
    ...coAuthors.map(coAuthorTrailer),
  ].join('\n')
}
