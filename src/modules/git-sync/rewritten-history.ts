import type { ReadSides } from '../../formats/git/read-sides.ts'
import type { GitContent } from '../../formats/git/types.ts'
import { fetchCommit } from '../../git/fetch.ts'
import { type Relation, relationOf } from '../../git/history.ts'
import { hasCommit, keepCommit } from '../../git/repository.ts'
import { type CommonContent, readHead } from './head-content.ts'
import { mergeContents } from './merged-content.ts'
import type { SyncSession } from './session.ts'

/** The content of a branch, and whether its history is another than before. */
interface ReadBranch {
  readonly sides: ReadSides
  readonly isRewritten: boolean
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
  const sides = await readHead(session, head, common)
  if (relation.kind === 'ANCESTOR') return { sides, isRewritten: false }
  if (await hasCommit(session.copy, common.commit as string))
    await keepCommit(session.copy, `kept/${common.commit}`, common.commit as string)
  return { sides: await withFormerHistory(session, { common, relation, sides }), isRewritten: true }
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
  readonly relation: Relation
  readonly sides: ReadSides
}

const nothing: GitContent = {
  snapshot: { pages: new Map(), files: new Map(), reusable: new Map() },
  variables: {},
}

/** Merges the former history with the new one. Where both changed the same, the new one counts. */
async function withFormerHistory(
  session: SyncSession,
  { common, relation, sides }: Rewritten,
): Promise<ReadSides> {
  const shared = await sharedContent(session, { common, relation, sides })
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
  { common, relation, sides }: Rewritten,
): Promise<ReadSides | undefined> {
  if (relation.kind === 'DESCENDANT') return sides
  return relation.kind === 'DIVERGED' ? readHead(session, relation.base, common) : undefined
}
