import type { Body } from '../../formats/body/documents.ts'
import { planWrites } from '../../formats/git/plan-writes.ts'
import type { GitContent } from '../../formats/git/types.ts'
import { fetchRef } from '../../git/fetch.ts'
import { commitTree } from './copies.ts'
import { mergeGit } from './merged-content.ts'
import { reportContent, reportWrites } from './reported-changes.ts'
import { readBranch } from './rewritten-history.ts'
import { addProblems, inTurnOfMerges, type Standing, type SyncSession } from './session.ts'
import { bodiesOf, contentAt, linkersOf } from './space-content.ts'
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
  return inTurnOfMerges(session, async () => {
    const live = await contentAt(database.query, revision ?? standing.revision)
    const isMerged = wants.pull && head !== standing.commit
    const merged = isMerged ? await tryMerge(session, head, standing, live) : undefined
    if (wants.push && (isMerged || head === standing.commit))
      await tryWrites(session, {
        content: merged?.content ?? live,
        created: merged?.created ?? new Map(),
        standing: { ...standing, commit: head, entries: merged?.entries ?? standing.entries },
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

interface TriedWrites {
  readonly content: GitContent
  /** The bodies that are not stored. */
  readonly created: ReadonlyMap<string, Body>
  readonly standing: Standing
}

async function tryWrites(session: SyncSession, { content, created, standing }: TriedWrites): Promise<void> {
  const { copy, blobs, place, report, database, space } = session
  const { query } = database
  const tree = await commitTree(copy, standing.commit, { directory: place.directory, blobs })
  const planned = await planWrites({
    content,
    tree,
    entries: standing.entries,
    title: space.title,
    readBodies: async (ids) => new Map([...(await bodiesOf(query, ids)), ...created]),
    linkersOf: (ids) => linkersOf(query, standing.revision, ids),
    owner: space.id,
  })
  addProblems(session, planned.problems)
  reportWrites(report, planned.writes, new Set(tree.oids.keys()))
}
