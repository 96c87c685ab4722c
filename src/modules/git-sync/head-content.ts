import { gitFileProblem, problemOfFile } from '../../formats/git/problems.ts'
import { type ReadSides, readSides } from '../../formats/git/read-sides.ts'
import { idsOfEntries } from '../../formats/git/tree-ids.ts'
import type { GitContent, GitProblem } from '../../formats/git/types.ts'
import { hasCommit } from '../../git/repository.ts'
import { listChanges } from '../../git/tree.ts'
import { commitTree } from './copies.ts'
import { addProblems, type Standing, type SyncSession } from './session.ts'
import { storeTreeFile } from './stored-files.ts'

/** The last common commit with the content that the space had then. */
export interface CommonContent extends Standing {
  readonly content: GitContent
}

/** Returns the id of the object that a file stands for, if the space has it already. */
export type KnownId = (path: string, kind: 'PAGE' | 'FILE' | 'REUSABLE') => string | undefined

/** Reads a commit of the branch, and what it changed since the last common one. */
export async function readHead(
  session: SyncSession,
  head: string,
  common: CommonContent | undefined,
  knownId?: KnownId,
): Promise<ReadSides> {
  const { space, config } = session
  const tree = await commitTree(session, head)
  addProblems(session, tree.unreadable.map(problemOfName))
  const before = common && (await commonTree(session, common))
  const idAt = idsOfEntries(common?.entries ?? [])
  const sides = await readSides({
    ...(before && common && { common: { tree: before, entries: common.entries, content: common.content } }),
    head: tree,
    ...(before && common && { renames: await renamesSince(session, common.commit as string, head) }),
    knownId: knownId ?? ((path, kind) => idAt(kind, path)),
    storeFile: (file) => storeTreeFile(session, file),
    maximumFileBytes: config.git.maxFileBytes,
    owner: space.id,
    now: new Date(),
    onProgress: session.onProgress,
  })
  addProblems(session, sides.problems)
  return before || !common ? sides : withCommonContent(sides, common)
}

const problemOfName = (file: string): GitProblem =>
  problemOfFile(
    'FILE_UNREADABLE',
    file,
    gitFileProblem('GIT_FILE_NAME_UNREADABLE', 'The name is not in UTF-8. Rename the file.'),
  )

/** Returns the files of the last common commit, if the copy has it still: the server may have forgotten it. */
async function commonTree(session: SyncSession, { commit }: Standing) {
  if (commit === undefined || !(await hasCommit(session.copy, commit))) return undefined
  return commitTree(session, commit)
}

/** Returns the paths of the files that were renamed between two commits: the old path by the new one. */
export async function renamesSince(
  { copy, place: { directory } }: SyncSession,
  from: string,
  to: string,
): Promise<Map<string, string>> {
  const changes = await listChanges(copy, from, to, directory)
  return new Map(
    changes.flatMap(({ kind, path, from: before }) =>
      kind === 'RENAMED' && before !== undefined ? [[path, before] as const] : [],
    ),
  )
}

/** Takes the content of the space for the base, where the commit that it was equal to cannot be read any longer. */
function withCommonContent(sides: ReadSides, { content, entries }: CommonContent): ReadSides {
  const oids = new Map(entries.map(({ path, oid }) => [path, oid]))
  const unchanged = new Set(
    sides.entries.flatMap(({ path, oid, objectId }) =>
      objectId !== null && oids.get(path) === oid ? [objectId] : [],
    ),
  )
  const withSame = <State>(theirs: ReadonlyMap<string, State>, before: ReadonlyMap<string, State>) =>
    new Map([...theirs].map(([id, state]) => [id, unchanged.has(id) ? (before.get(id) ?? state) : state]))
  const { snapshot, variables } = sides.theirs
  return {
    ...sides,
    base: content,
    theirs: {
      variables,
      snapshot: {
        pages: withSame(snapshot.pages, content.snapshot.pages),
        files: withSame(snapshot.files, content.snapshot.files),
        reusable: withSame(snapshot.reusable, content.snapshot.reusable),
      },
    },
  }
}
