import type { StoredDocument } from '../body/documents.ts'
import type { Variables } from '../body/variables.ts'
import type { ContentSnapshot, FileState } from '../merge/content-snapshot.ts'
import { fingerprintOfContents } from './contents-fingerprint.ts'
import { readFileState } from './file-states.ts'
import {
  fingerprintOfFile,
  fingerprintOfPage,
  fingerprintOfReusable,
  fingerprintOfVariables,
} from './fingerprint.ts'
import { isSameItem, openSides, type Side, type Sides } from './open-sides.ts'
import type { StatesContext } from './page-states.ts'
import { type ReadText, readTexts } from './read-texts.ts'
import { pagesOfBase, pagesOfHead, reusableOf } from './side-pages.ts'
import { readSideVariables, type SideVariables } from './side-variables.ts'
import type { ObjectKind } from './tree-ids.ts'
import type {
  CommitTree,
  GitBodies,
  GitContent,
  GitEntry,
  GitProblem,
  StoredFile,
  TreeFile,
} from './types.ts'

/** The last common commit, and the content that the space had when both were equal. */
export interface CommonCommit {
  readonly tree: CommitTree
  readonly entries: readonly GitEntry[]
  readonly content: GitContent
}

export interface ReadSidesRequest {
  /** Absent at the first sync. */
  readonly common?: CommonCommit | undefined
  readonly head: CommitTree
  /** The paths of files that were renamed since the last common commit: the old path by the new one. */
  readonly renames?: ReadonlyMap<string, string>
  /** Returns the id of the object that a file of the first sync stands for, if the space has it already. */
  readonly knownId?: (path: string, kind: ObjectKind) => string | undefined
  /** Stores the bytes of a file. Throws what ends the reading, or returns why the file alone cannot be stored. */
  readonly storeFile: (file: TreeFile) => Promise<StoredFile>
  /** Maximum bytes of one file. Larger ones are a problem, and the space keeps what it has of them. */
  readonly maximumFileBytes: number
  /** For whom texts are parsed. */
  readonly owner: string
  readonly now: Date
  /** Called after each text, with the number of all that are read. */
  readonly onProgress?: (done: number, total: number) => void
}

/** The content at the last common commit and at the head. A file that is equal in both says what the space had. */
export interface ReadSides {
  /** Empty at the first sync. */
  readonly base: GitContent
  readonly theirs: GitContent
  /** The bodies that were read, those of `base` and `theirs` that the space may not have. */
  readonly bodies: GitBodies
  /** The files of the head that content stands in, with the fingerprints of what they say. */
  readonly entries: readonly GitEntry[]
  readonly problems: readonly GitProblem[]
}

/**
 * Reads what a branch changed since the last common commit. Only texts that differ are read, besides SUMMARY.md and
 * vars.yaml. Pages keep their ids: by their path, by the path that they were renamed from, and groups and links by their
 * place in the table of contents.
 */
export async function readSides(request: ReadSidesRequest): Promise<ReadSides> {
  const sides = await openSides(request)
  const problems: GitProblem[] = [...sides.head.open.problems]
  const texts = await readChangedTexts(sides, request, problems)
  const variables = await readSideVariables(sides, problems)
  const bodies = new Map<string, StoredDocument>()
  const contextOf = (side: Side, read: Texts, values: Variables): StatesContext => ({
    ...{ open: side.open, ids: side.ids, texts: read, variables: values, now: request.now, bodies },
  })
  const before = contextOf(sides.base ?? sides.head, texts.base, variables.base)
  const context = contextOf(sides.head, texts.head, variables.theirs)
  const known = sides.known.snapshot
  const base: ContentSnapshot = {
    pages: sides.base ? pagesOfBase(sides, sides.base, before) : new Map(),
    reusable: sides.base ? baseReusable(sides, sides.base, before) : new Map(),
    files: known.files,
  }
  const theirs: ContentSnapshot = {
    pages: pagesOfHead(sides, base.pages, { context, before }),
    reusable: new Map([
      ...withoutEntry(sides, base.reusable),
      ...reusableOf(base.reusable, sides.head, context),
    ]),
    files: await filesOfHead(sides, request),
  }
  return {
    base: { snapshot: base, variables: variables.base },
    theirs: { snapshot: theirs, variables: variables.theirs },
    bodies,
    entries: entriesOfHead(sides, theirs, { variables, read: texts.head, base }),
    problems,
  }
}

type Texts = ReadonlyMap<string, ReadText>

/** Reads the texts of the head that differ from those of the last common commit, and what they were there. */
async function readChangedTexts(
  sides: Sides,
  { owner, onProgress }: ReadSidesRequest,
  problems: GitProblem[],
): Promise<{ base: Texts; head: Texts }> {
  const { base, head, entries, sourceOf } = sides
  const ids = new Map([...head.ids.pages, ...head.ids.reusable])
  const paths = [...ids].filter(([path, id]) => isToRead(sides, path, id)).map(([path]) => path)
  const sources = paths.flatMap((path) => {
    const entry = entries.get(sourceOf(path) ?? '')
    return entry && entry.objectId === ids.get(path) ? [entry.path] : []
  })
  let done = 0
  const onRead = () => onProgress?.(++done, paths.length + sources.length)
  return {
    head: await readTexts(head.open, paths, { ids: head.ids, owner, problems, onRead }),
    base: base
      ? await readTexts(base.open, sources, { ids: base.ids, owner, problems: [], onRead })
      : new Map<string, ReadText>(),
  }
}

function isToRead({ known, files, entries, base, head, sourceOf }: Sides, path: string, id: string): boolean {
  if (head.open.unread.has(path)) return false
  const { pages, reusable } = known.snapshot
  const source = sourceOf(path) ?? ''
  if (files.get(source)?.oid !== head.open.files.get(path)?.oid) return true
  // The space no longer has what a file stands for that nobody changed.
  if (!pages.has(id) && !reusable.has(id)) return !entries.has(source)
  const now = head.placed.get(id)
  return now !== undefined && base?.items !== undefined && !isSameItem(base.placed.get(id)?.item, now.item)
}

function baseReusable({ known }: Sides, base: Side, context: StatesContext) {
  const { reusable } = known.snapshot
  const read = [...reusableOf(reusable, base, context)].filter(([id]) => reusable.has(id))
  return new Map([...reusable, ...read])
}

/** Returns the objects that no file of the last common commit stands for. */
function withoutEntry<State>({ entries }: Sides, states: ReadonlyMap<string, State>): [string, State][] {
  const withFile = new Set([...entries.values()].map(({ objectId }) => objectId))
  return [...states].filter(([id]) => !withFile.has(id))
}

async function filesOfHead(
  sides: Sides,
  { now, storeFile }: ReadSidesRequest,
): Promise<Map<string, FileState>> {
  const { known, files: before, head, sourceOf } = sides
  const files = new Map(withoutEntry(sides, known.snapshot.files))
  for (const [path, id] of head.ids.files) {
    const file = head.open.files.get(path)
    const state = known.snapshot.files.get(id)
    if (!file || head.open.unread.has(path)) {
      if (state) files.set(id, state)
      continue
    }
    const source = before.get(sourceOf(path) ?? '')
    files.set(id, await readFileState({ file, id, known: state, source, now, storeFile }))
  }
  return files
}

interface EntriesContext {
  readonly variables: SideVariables
  readonly read: Texts
  readonly base: ContentSnapshot
}

/** Returns the files that the content of the head stands in. One that was not read says what it said before. */
function entriesOfHead(
  sides: Sides,
  { pages, files, reusable }: ContentSnapshot,
  { variables, read, base }: EntriesContext,
): GitEntry[] {
  const { head, entries, sourceOf } = sides
  const created: GitEntry[] = []
  const add = (kind: GitEntry['kind'], path: string, objectId: string | null, fingerprint: string) =>
    created.push({ kind, path, objectId, fingerprint, oid: head.open.files.get(path)?.oid ?? '' })
  const before = (path: string) => entries.get(sourceOf(path) ?? '')?.fingerprint
  /** Returns what a file that was not read says of a page, which may have got another slug with the name of the file. */
  const carried = (path: string, said: string, saidBefore: string | undefined) => {
    if (said === saidBefore) return before(path) ?? ''
    return before(path) === saidBefore ? said : ''
  }
  for (const [path, id] of head.ids.pages) {
    const page = pages.get(id)
    if (!page) continue
    const said = fingerprintOfPage(page)
    const known = base.pages.get(id)
    const isRead = read.has(path)
    add('PAGE', path, id, isRead ? said : carried(path, said, known && fingerprintOfPage(known)))
  }
  for (const [path, id] of head.ids.reusable) {
    const content = reusable.get(id)
    if (!content) continue
    add('REUSABLE', path, id, read.has(path) ? fingerprintOfReusable(content) : (before(path) ?? ''))
  }
  for (const [path, id] of head.ids.files) {
    const file = files.get(id)
    const isUnread = head.open.unread.has(path)
    if (file) add('FILE', path, id, isUnread ? (before(path) ?? '') : fingerprintOfFile(file))
  }
  const { summary } = head.open.contents ?? {}
  const paths = new Map(created.map(({ objectId, path }) => [objectId, path]))
  if (summary) {
    const listed = new Map([...pages].filter(([id]) => head.placed.has(id)))
    const isSaid = [...head.placed.values()].every(
      ({ id, item }) =>
        item.path === undefined || item.title === undefined || pages.get(id)?.title === item.title,
    )
    const said = fingerprintOfContents(listed, (id) => paths.get(id))
    add('SUMMARY', summary.path, null, isSaid ? said : '')
  }
  if (variables.path !== undefined)
    add('VARIABLES', variables.path, null, fingerprintOfVariables(variables.theirs))
  return created
}
