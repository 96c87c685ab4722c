import type { Standing, SyncSession } from './session.ts'
import { type SyncState, stateOf } from './states.ts'
import { headRevision } from './written-revisions.ts'

/** Returns the state of a space and a branch that are in step, as far as the connection lets them be. */
export async function stateAfter(session: SyncSession, standing: Standing): Promise<SyncState> {
  const { report, connection } = session
  if (report.conflictCount > 0 || (await hasOpenConflicts(session))) return stateOf('CONFLICTS')
  const isUnchanged = report.revisionId === null && report.pushedCommits === 0
  if (report.isHistoryRewritten || (isUnchanged && connection?.state === 'HISTORY_REWRITTEN'))
    return stateOf('HISTORY_REWRITTEN')
  return (await isBehind(session, standing)) ? stateOf('PULL_ONLY') : stateOf('SYNCED')
}

async function hasOpenConflicts({ connection, database }: SyncSession): Promise<boolean> {
  const id = connection?.conflictRequestId ?? null
  if (id === null) return false
  const open = { id, status: { in: ['DRAFT', 'OPEN'] as ('DRAFT' | 'OPEN')[] } }
  return (await database.prisma.changeRequest.count({ where: open })) > 0
}

/** Returns whether the space has what is not pushed because pushing is switched off. */
async function isBehind({ connection, database, space }: SyncSession, standing: Standing): Promise<boolean> {
  if (!connection || connection.push) return false
  if (standing.isAhead) return true
  const now = await headRevision(database.query, space.id)
  return now?.id !== standing.revision.id
}
