import type { Body } from '../../formats/body/documents.ts'
import type { ReadSides } from '../../formats/git/read-sides.ts'
import type { GitContent } from '../../formats/git/types.ts'
import { mergeBodies } from '../../formats/merge/merge-bodies.ts'
import { mergeContent } from '../../formats/merge/merge-content.ts'
import { mergeVariables } from '../../formats/merge/merge-variables.ts'
import { fetchCommit } from '../../git/fetch.ts'
import { hasCommit, type Relation, relationOf } from '../../git/history.ts'
import { keepCommit } from '../../git/repository.ts'
import { readBodies } from '../content/snapshots.ts'
import { type CommonContent, readHead } from './head-content.ts'
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
  return { sides: await withFormerHistory(session, { head, common, relation, sides }), isRewritten: true }
}

async function relationTo(
  { copy, place, signal }: SyncSession,
  commit: string,
  head: string,
): Promise<Relation> {
  if (!(await fetchCommit(copy, place.remote, place.ref, commit, { signal }))) return { kind: 'UNRELATED' }
  return relationOf(copy, place.remote, place.ref, commit, head, { signal })
}

interface Rewritten {
  readonly head: string
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
  { head, common, relation, sides }: Rewritten,
): Promise<ReadSides> {
  const shared =
    relation.kind === 'DIVERGED'
      ? await readHead(session, relation.base, common)
      : relation.kind === 'DESCENDANT'
        ? await readHead(session, head, common)
        : undefined
  const [base, former, latest] = [shared?.theirs ?? nothing, sides.base, sides.theirs]
  const read = new Map([...(shared?.bodies ?? []), ...sides.bodies])
  const snapshots = { base: base.snapshot, ours: former.snapshot, theirs: latest.snapshot }
  const bodies = new Map<string, Body>([...(await readBodies(session.database.query, snapshots)), ...read])
  const mergedBodies = await mergeBodies(snapshots, bodies, session.space.id)
  const {
    pages,
    files,
    reusable,
    bodies: created,
  } = await mergeContent({
    ...snapshots,
    bodies,
    mergedBodies,
  })
  const { variables } = mergeVariables({
    base: base.variables,
    ours: former.variables,
    theirs: latest.variables,
  })
  return {
    ...sides,
    theirs: { snapshot: { pages, files, reusable }, variables },
    bodies: new Map([...read, ...created]),
  }
}
