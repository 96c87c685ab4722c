import { posix } from 'node:path'
import type { Body } from '../../formats/body/documents.ts'
import { type PlannedWrites, planWrites } from '../../formats/git/plan-writes.ts'
import type { GitContent, GitEntry, GitWrite } from '../../formats/git/types.ts'
import { type CommitPerson, type FileChange, writeCommit } from '../../git/write-commits.ts'
import { openBlob } from '../content/blobs.ts'
import { authorOf, lecternAt, messageOfRevision, type NamedChange } from './commit-message.ts'
import { commitTree, type ListedTree } from './copies.ts'
import { reportWrites } from './reported-changes.ts'
import { addProblems, inMergeSlot, type Standing, type SyncSession } from './session.ts'
import { bodiesOf, contentAt, linkersOf, type RevisionOfContent } from './space-content.ts'
import type { RevisionToWrite } from './written-revisions.ts'

/** Commits of the space that the branch may not have yet, one after the other. */
export interface Line {
  /** The beginning of the line, and each commit of it. */
  readonly standings: readonly Standing[]
  readonly tip: Standing
}

export const lineFrom = (standing: Standing): Line => ({ standings: [standing], tip: standing })

/** Writes a commit into the copy for each revision that changes files of the branch. */
export async function writeLine(
  session: SyncSession,
  from: Standing,
  revisions: readonly RevisionToWrite[],
): Promise<Line> {
  const standings = [from]
  for (const revision of revisions) {
    session.signal.throwIfAborted()
    const last = standings.at(-1) as Standing
    const next = await inMergeSlot(session, () => writeRevision(session, last, revision))
    if (next.commit === last.commit) standings[standings.length - 1] = next
    else standings.push(next)
  }
  return { standings, tip: standings.at(-1) as Standing }
}

interface WritingOptions {
  /** Further parents of the commit. */
  readonly merged?: readonly string[]
  /** The message, if it is not that of the revision. */
  readonly message?: string
  /** The author, if it is not that of the revision. */
  readonly author?: CommitPerson
  /** Whether files that content does not stand in yet are overwritten. */
  readonly isFromSpace?: boolean
}

/** Writes what a revision changes as a commit on top of another one. Returns it without one if it changes nothing. */
export async function writeRevision(
  session: SyncSession,
  last: Standing,
  revision: RevisionToWrite,
  options: WritingOptions = {},
): Promise<Standing> {
  const { copy, config } = session
  const content = await contentAt(session.database.query, revision)
  const tree = await commitTree(session, last.commit)
  const planned = await plannedWrites(session, { content, tree, last, revision, ...options })
  addProblems(session, planned.problems)
  reportWrites(session.report, planned.writes, new Set(tree.oids.keys()))
  const next = { revision, entries: planned.entries, isAhead: false }
  if (planned.writes.length === 0) return { ...next, commit: last.commit }
  const changes = namedChanges(content, planned, last.entries)
  const commit = await writeCommit(
    copy,
    last.commit,
    {
      author: { ...(options.author ?? authorOf(config, revision)), date: revision.createdAt },
      committer: { ...lecternAt(config), date: revision.createdAt },
      message: options.message ?? messageOfRevision({ config, spaceId: session.space.id, revision, changes }),
      ...(options.merged && { merged: options.merged }),
      changes: fileChanges(session, planned.writes, tree),
    },
    session.signal,
  )
  const { oids } = await commitTree(session, commit)
  return { ...next, commit, entries: withOids(planned.entries, oids) }
}

interface Planning extends Pick<WritingOptions, 'isFromSpace'> {
  readonly content: GitContent
  /** Bodies of the content that are not stored. */
  readonly created?: ReadonlyMap<string, Body>
  readonly tree: ListedTree
  readonly last: Standing
  readonly revision: RevisionOfContent
}

/** Plans what the branch must change to say what the space has. */
const plannedWrites = (
  { database: { query }, space }: SyncSession,
  { content, created = new Map(), tree, last, revision, isFromSpace }: Planning,
): Promise<PlannedWrites> =>
  planWrites({
    content,
    tree,
    entries: last.entries,
    title: space.title,
    isFromSpace: isFromSpace ?? false,
    readBodies: async (ids) => new Map([...(await bodiesOf(query, ids)), ...created]),
    linkersOf: (ids) => linkersOf(query, revision, ids),
    owner: space.id,
  })

/** Reports what the branch would have to change to say what the space has. */
export async function tryWrites(session: SyncSession, planning: Omit<Planning, 'tree'>): Promise<void> {
  const { report } = session
  const tree = await commitTree(session, planning.last.commit)
  const planned = await plannedWrites(session, { ...planning, tree })
  addProblems(session, planned.problems)
  reportWrites(report, planned.writes, new Set(tree.oids.keys()))
}

const withOids = (entries: readonly GitEntry[], oids: ReadonlyMap<string, string>): GitEntry[] =>
  entries.map((entry) => ({ ...entry, oid: oids.get(entry.path) ?? entry.oid }))

/** Returns what the writes do to pages and files, by their titles and names. A file that is gone is told by its path. */
function namedChanges(
  { snapshot }: GitContent,
  { writes, entries }: PlannedWrites,
  before: readonly GitEntry[],
): NamedChange[] {
  const known = new Set(before.map(({ path }) => path))
  const objects = new Map([...before, ...entries].map(({ path, objectId }) => [path, objectId]))
  return writes.flatMap((write): NamedChange[] => {
    const { kind, path } = write
    const id = objects.get(path)
    if (id == null) return []
    const { title } = snapshot.pages.get(id) ?? snapshot.reusable.get(id) ?? {}
    const name = title ?? snapshot.files.get(id)?.name ?? path
    if (kind === 'DELETE') return [{ kind: 'removed', name }]
    if (kind === 'MOVE') return [{ kind: 'moved', name }]
    return [{ kind: known.has(write.from ?? path) ? 'changed' : 'added', name }]
  })
}

/** Returns the changes of a commit, the deletions first: a file may take the place of another. */
async function* fileChanges(
  session: SyncSession,
  writes: readonly GitWrite[],
  { modes }: ListedTree,
): AsyncGenerator<FileChange> {
  const at = (path: string) => posix.join(session.place.directory, path)
  for (const write of writes) {
    if (write.kind === 'DELETE') yield { kind: 'DELETE', path: at(write.path) }
    else if (write.from !== undefined && write.from !== write.path)
      yield { kind: 'DELETE', path: at(write.from) }
  }
  const hashes = writes.flatMap((write) => (write.kind === 'FILE' ? [write.blobHash] : []))
  const sizes = await sizesOf(session, hashes)
  for (const write of writes) {
    if (write.kind === 'DELETE') continue
    const mode = modes.get(write.from ?? write.path)
    const file = { path: at(write.path), ...(mode !== undefined && { mode }) }
    if (write.kind === 'TEXT') yield { ...file, kind: 'PUT', bytes: write.bytes }
    else if (write.kind === 'MOVE') yield { ...file, kind: 'PUT_BLOB', oid: write.oid }
    else yield { ...file, kind: 'PUT_STREAM', ...storedFile(session, write.blobHash, sizes) }
  }
}

function storedFile({ config }: SyncSession, hash: string, sizes: ReadonlyMap<string, number>) {
  const size = sizes.get(hash) ?? 0
  return {
    size,
    open: async function* (): AsyncGenerator<Uint8Array> {
      yield* await openBlob(config, { hash, size })
    },
  }
}

async function sizesOf({ database }: SyncSession, hashes: readonly string[]): Promise<Map<string, number>> {
  if (hashes.length === 0) return new Map()
  const rows = await database.query<{ hash: string; size: number }>(
    'SELECT hash, size FROM "Blob" WHERE hash = ANY($1::text[])',
    [hashes],
  )
  return new Map(rows.map(({ hash, size }) => [hash, size]))
}
