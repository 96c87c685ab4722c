import type { ReadSides } from '../../formats/git/read-sides.ts'
import { idsOfEntries } from '../../formats/git/tree-ids.ts'
import type { GitContent, GitProblem } from '../../formats/git/types.ts'
import type { PageState } from '../../formats/merge/content-snapshot.ts'
import type { GitPreview } from '../../generated/prisma/client.ts'
import { fetchCommit } from '../../git/fetch.ts'
import { forkOf } from '../../git/history.ts'
import { knownIds } from './first-sync.ts'
import { type CommonContent, type KnownId, readHead } from './head-content.ts'
import { newReport } from './report.ts'
import type { Standing, SyncSession } from './session.ts'
import { contentAt, type RevisionOfContent } from './space-content.ts'

/** The changes of a commit since the one that a change request showed before it. */
export interface ChangesOfCommit {
  /** The contents of both commits. */
  readonly before: GitContent
  readonly after: GitContent
  /** The bodies that were read from files. */
  readonly bodies: ReadSides['bodies']
  /** The files of the commit that are left as they are. */
  readonly problems: readonly GitProblem[]
}

interface CommitToRead {
  readonly preview: GitPreview
  readonly commit: string
  /** The change request as it is. Absent for a new one, which begins where the branch left that of the space. */
  readonly shown: RevisionOfContent | undefined
}

/** Reads what a commit changed since the one that was shown before it, or else since it left the branch of the space. */
export async function changesOfCommit(
  session: SyncSession,
  standing: Standing,
  { preview, commit, shown }: CommitToRead,
): Promise<ChangesOfCommit> {
  const { query } = session.database
  const content = await contentAt(query, standing.revision)
  const common: CommonContent = { ...standing, content }
  const idsOf = idsBeside(standing, shown ? await contentAt(query, shown) : content)
  // The problems of the branch of the space are reported by its own sync.
  const reading = () => ({ ...session, report: newReport(false) })
  const earlier =
    (shown && (await lastShown(session, preview))) ?? (await forkFrom(session, standing, { preview, commit }))
  const before =
    earlier === undefined || earlier === standing.commit
      ? { ...common, bodies: new Map() }
      : await contentOfCommit(reading(), earlier, { common, knownId: idsOf(common) })
  const last = reading()
  const sides = await readHead(last, commit, before, idsOf(before))
  return {
    ...withoutTakenOver(sides, content),
    bodies: new Map([...before.bodies, ...sides.bodies]),
    problems: last.report.problems,
  }
}

/**
 * Returns the contents of two commits without what the later one took over from the branch of the space, which the change request has
 * already: both have it as the space has it, and the later one with what it changed.
 */
function withoutTakenOver(
  { base, theirs }: ReadSides,
  space: GitContent,
): Record<'before' | 'after', GitContent> {
  const taken = <State>(part: (content: GitContent) => ReadonlyMap<string, State>): [string, State][] =>
    [...part(space)].filter(([id]) => part(theirs).has(id) && !part(base).has(id))
  const pages = taken(({ snapshot }) => snapshot.pages)
  const before = {
    pages: new Map([...base.snapshot.pages, ...pages]),
    files: new Map([...base.snapshot.files, ...taken(({ snapshot }) => snapshot.files)]),
    reusable: new Map([...base.snapshot.reusable, ...taken(({ snapshot }) => snapshot.reusable)]),
  }
  const inPlace = pages.map(([id, { parentId, position }]): [string, PageState] => [
    id,
    { ...(theirs.snapshot.pages.get(id) as PageState), parentId, position },
  ])
  return {
    before: { ...base, snapshot: before },
    after: {
      ...theirs,
      snapshot: { ...theirs.snapshot, pages: new Map([...theirs.snapshot.pages, ...inPlace]) },
    },
  }
}

/** Returns the commit that a change request shows, if the server or the copy has it still. */
async function lastShown(
  { copy, place, signal }: SyncSession,
  { ref, commitOid }: GitPreview,
): Promise<string | undefined> {
  if (commitOid === null) return undefined
  return (await fetchCommit(copy, place.remote, ref, commitOid, { signal })) ? commitOid : undefined
}

/** Returns the commit at which a branch left that of the space. */
async function forkFrom(
  { copy, place, signal }: SyncSession,
  { commit: common }: Standing,
  { preview: { ref }, commit }: Pick<CommitToRead, 'preview' | 'commit'>,
): Promise<string | undefined> {
  const { remote } = place
  if (common === undefined || !(await fetchCommit(copy, remote, place.ref, common, { signal })))
    return undefined
  const names = [
    { ref: place.ref, commit: common },
    { ref, commit },
  ] as const
  return forkOf(copy, remote, names, { signal })
}

/** Reads the content of a commit, against which another one is read. */
async function contentOfCommit(
  session: SyncSession,
  commit: string,
  { common, knownId }: { readonly common: CommonContent; readonly knownId: KnownId },
): Promise<CommonContent & Pick<ReadSides, 'bodies'>> {
  const { theirs: content, entries, bodies } = await readHead(session, commit, common, knownId)
  return { ...common, commit, content, entries, bodies }
}

/**
 * Returns the function that gives the files of a commit, which is read against another one, their ids: those of the files there, or else
 * of what the space or the change request has at their path.
 */
function idsBeside(standing: Standing, shown: GitContent): (before: Pick<Standing, 'entries'>) => KnownId {
  const [idOfSpace, idOfShown] = [idsOfEntries(standing.entries), knownIds(shown)]
  return ({ entries }) => {
    const idOfEntry = idsOfEntries(entries)
    const taken = new Set(entries.map(({ objectId }) => objectId))
    return (path, kind) =>
      idOfEntry(kind, path) ??
      [idOfSpace(kind, path), idOfShown(path, kind)].find((id) => id !== undefined && !taken.has(id))
  }
}
