import type { ReadSides } from '../../formats/git/read-sides.ts'
import { idsOfEntries } from '../../formats/git/tree-ids.ts'
import type { GitContent } from '../../formats/git/types.ts'
import { fetchCommit } from '../../git/fetch.ts'
import { type Relation, relationOf } from '../../git/history.ts'
import { hasCommit, keepCommit } from '../../git/repository.ts'
import { type CommonContent, readHead, renamesSince } from './head-content.ts'
import { isSameContent, mergeContents } from './merged-content.ts'
import { idsOfPreviews } from './preview-ids.ts'
import type { SyncSession } from './session.ts'

/** The content of a branch. */
interface ReadBranch {
  readonly sides: ReadSides
  /** Whether its history is another than before. */
  readonly isRewritten: boolean
  /** Whether the content has more than the head of the branch says: what the former history had. */
  readonly hasFormer: boolean
}

/**
 * Reads the head of the branch against the last common commit. If that is not before the head any longer, the content has both: what
 * the new history says, and what the former one had and the new one does not mention.
 */
export async function readBranch(
  session: SyncSession,
  head: string,
  common: CommonContent,
): Promise<ReadBranch> {
  const relation = await relationTo(session, common.commit as string, head)
  const sides = await readHead(session, head, common, await idsOfPreviews(session, common))
  if (relation.kind === 'ANCESTOR') return { sides, isRewritten: false, hasFormer: false }
  if (await hasCommit(session.copy, common.commit as string))
    await keepCommit(session.copy, `kept/${common.commit}`, common.commit as string)
  const both = await withFormerHistory(session, { common, head, relation, sides })
  return { sides: both, isRewritten: true, hasFormer: !isSameContent(both.theirs, sides.theirs) }
}

/** Returns how a commit that the branch had lies to its head. One that the server has forgotten is not before it. */
export async function relationTo(
  { copy, place, signal }: SyncSession,
  commit: string,
  head: string,
): Promise<Relation> {
  if (!(await fetchCommit(copy, place.remote, place.ref, commit, { signal }))) return { kind: 'UNRELATED' }
  return relationOf(copy, place.remote, place.ref, commit, head, { signal })
}

interface Rewritten {
  readonly common: CommonContent
  readonly head: string
  readonly relation: Relation
  readonly sides: ReadSides
}

const nothing: GitContent = {
  snapshot: { pages: new Map(), files: new Map(), reusable: new Map() },
  variables: {},
}

/** Merges the former history with the new one. Where both changed the same, the new one counts. */
async function withFormerHistory(session: SyncSession, rewritten: Rewritten): Promise<ReadSides> {
  const { sides } = rewritten
  const shared = await sharedContent(session, rewritten)
  const read = new Map([...(shared?.bodies ?? []), ...sides.bodies])
  const { content, created } = await mergeContents(
    session.database.query,
    { base: shared?.theirs ?? nothing, ours: sides.base, theirs: sides.theirs },
    { read, owner: session.space.id },
  )
  return { ...sides, theirs: content, bodies: new Map([...read, ...created]) }
}

/** Reads what both histories begin with: a branch that was set back is a beginning of the former one itself. */
async function sharedContent(
  session: SyncSession,
  { common, head, relation, sides }: Rewritten,
): Promise<ReadSides | undefined> {
  if (relation.kind === 'DESCENDANT') return sides
  if (relation.kind !== 'DIVERGED') return undefined
  const { base } = relation
  // A file that the former head does not have stands for one object, in what both begin with and in the new history.
  const idAt = idsOfEntries(sides.entries)
  const renames = await renamesSince(session, base, head)
  const later = new Map([...renames].map(([now, before]) => [before, now]))
  return readHead(session, base, common, (path, kind) => idAt(kind, later.get(path) ?? path))
}
