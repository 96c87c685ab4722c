import { appAddress } from '../../base/app-addresses.ts'
import { lecternAt, revisionTrailer } from './commit-message.ts'
import { writeRevision } from './line.ts'
import { conflict } from './reasons.ts'
import { inTurnOfMerges, type Standing, type SyncSession } from './session.ts'
import { revisionById } from './written-revisions.ts'

/**
 * Writes what the space has beside the head of the branch that was merged into it. If the space had commits of its own, the new one
 * has both for its parents; it is then of no author. Returns the head, without a commit, if both are equal.
 */
export async function mergeCommit(
  session: SyncSession,
  merged: Standing,
  own: string | undefined,
): Promise<Standing> {
  const revision = await revisionById(session.database.query, merged.revision.id)
  if (!revision) throw conflict('GIT_CONNECTION_CHANGED')
  return inTurnOfMerges(session, () =>
    writeRevision(
      session,
      merged,
      revision,
      own === undefined
        ? {}
        : { merged: [own], message: messageOf(session, revision.id), author: lecternAt(session.config) },
    ),
  )
}

function messageOf({ space, place, report, config }: SyncSession, revisionId: string): string {
  const address = { kind: 'revision', space: space.id, revision: revisionId } as const
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
  return [
    `Merge the branch ${place.branch} and the space ${space.title}`.replace(/\s+/g, ' '),
    '',
    ...conflicts,
    appAddress(config, address),
    '',
    `${revisionTrailer}: ${revisionId}`,
  ].join('\n')
}
