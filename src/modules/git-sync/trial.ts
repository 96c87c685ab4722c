import type { Body } from '../../formats/body/documents.ts'
import type { GitContent } from '../../formats/git/types.ts'
import { fetchRef } from '../../git/fetch.ts'
import { tryWrites } from './line.ts'
import { mergeGit } from './merged-content.ts'
import { reportContent } from './reported-changes.ts'
import { readBranch } from './rewritten-history.ts'
import { inMergeSlot, type Standing, type SyncSession } from './session.ts'
import { contentAt } from './space-content.ts'
import { type SyncState, stateOf } from './states.ts'
import type { SyncWants } from './sync.ts'
import { headRevision } from './written-revisions.ts'

/** Reports what a sync would change on either side, and changes nothing. */
export async function trySync(
  session: SyncSession,
  standing: Standing,
  wants: SyncWants,
): Promise<SyncState> {
  const { copy, place, signal, database, space, report } = session
  const head = await fetchRef(copy, place.remote, place.ref, { signal })
  const revision = await headRevision(database.query, space.id)
  return inMergeSlot(session, async () => {
    const live = await contentAt(database.query, revision ?? standing.revision)
    const isMerged = wants.pull && head !== standing.commit
    const merged = isMerged ? await tryMerge(session, head, standing, live) : undefined
    if (wants.push && (isMerged || head === standing.commit))
      await tryWrites(session, {
        content: merged?.content ?? live,
        ...(merged && { created: merged.created }),
        last: { ...standing, commit: head, entries: merged?.entries ?? standing.entries },
        revision: standing.revision,
      })
    return stateOf(report.conflictCount > 0 ? 'CONFLICTS' : 'SYNCED')
  })
}

async function tryMerge(session: SyncSession, head: string, standing: Standing, live: GitContent) {
  const { database, space, report } = session
  const content = await contentAt(database.query, standing.revision)
  const { sides, isRewritten } = await readBranch(session, head, { ...standing, content })
  const { base, theirs: git, bodies: read } = sides
  const merged = await mergeGit(database.query, { base, git, live, read, owner: space.id })
  report.isHistoryRewritten = isRewritten
  report.conflictCount = merged.conflicts.length
  reportContent(report, merged.content.snapshot, live.snapshot)
  const created = new Map<string, Body>(merged.documents.map((document) => [document.id, document]))
  return { content: merged.content, created, entries: sides.entries }
}
