import { createHash } from 'node:crypto'
import type { Body } from '../../../src/formats/body/documents.ts'
import { identifyDocument } from '../../../src/formats/body/documents.ts'
import { type PlannedWrites, planWrites } from '../../../src/formats/git/plan-writes.ts'
import { type ReadSides, readSides } from '../../../src/formats/git/read-sides.ts'
import type { CommitTree, GitContent, GitEntry, TreeFile } from '../../../src/formats/git/types.ts'
import { gitObjectId } from '../../../src/formats/import/files/imported-file.ts'
import type { PageState } from '../../../src/formats/merge/content-snapshot.ts'
import { mergeBodies } from '../../../src/formats/merge/merge-bodies.ts'
import { mergeContent } from '../../../src/formats/merge/merge-content.ts'
import { mergeVariables } from '../../../src/formats/merge/merge-variables.ts'
import type { ContentConflict } from '../../../src/formats/merge/types.ts'

export type Files = ReadonlyMap<string, Buffer>

export const filesOf = (texts: Readonly<Record<string, string | Buffer>>): Map<string, Buffer> =>
  new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)]))

/** Returns files as a commit, and counts the texts that are read of it. */
export function commitOf(files: Files): CommitTree & { reads: string[] } {
  const reads: string[] = []
  const listed = [...files].map(
    ([path, bytes]): TreeFile => ({
      path,
      oid: gitObjectId(bytes),
      size: bytes.length,
      kind: 'FILE',
    }),
  )
  return {
    files: listed,
    reads,
    read: async ({ path }) => {
      reads.push(path)
      return files.get(path) as Buffer
    },
  }
}

/** A space that is kept in step with a branch, both in memory. */
export class MemoryBranch {
  files: Map<string, Buffer>
  /** The bytes of files of the space, by their hashes. */
  readonly blobs = new Map<string, Buffer>()
  readonly bodies = new Map<string, Body>()
  content: GitContent = {
    snapshot: { pages: new Map(), files: new Map(), reusable: new Map() },
    variables: {},
  }
  entries: readonly GitEntry[] = []
  #common: Files | undefined
  #commonContent = this.content

  constructor(files: Files) {
    this.files = new Map(files)
  }

  /** Reads what the branch has, and returns what is known of both sides. */
  async read(renames?: ReadonlyMap<string, string>): Promise<ReadSides> {
    const read = await readSides({
      head: commitOf(this.files),
      ...(this.#common && {
        common: { tree: commitOf(this.#common), entries: this.entries, content: this.#commonContent },
      }),
      ...(renames && { renames }),
      storeFile: async ({ path }) => {
        const bytes = this.files.get(path) as Buffer
        const blobHash = createHash('sha256').update(bytes).digest('hex')
        this.blobs.set(blobHash, bytes)
        return { blobHash }
      },
      maximumFileBytes: 50_000_000,
      owner: 'test',
      now: new Date(),
    })
    for (const [id, body] of read.bodies) this.bodies.set(id, body)
    return read
  }

  /** Takes all that the branch has. */
  async pull(renames?: ReadonlyMap<string, string>): Promise<ReadSides> {
    const read = await this.read(renames)
    this.content = read.theirs
    this.#settle(read.entries)
    return read
  }

  /** Merges what the branch has into the space, as a sync does, and returns what both sides had, and the conflicts. */
  async merge(renames?: ReadonlyMap<string, string>): Promise<ReadSides & { conflicts: ContentConflict[] }> {
    const read = await this.read(renames)
    const sides = { base: read.base.snapshot, ours: read.theirs.snapshot, theirs: this.content.snapshot }
    const mergedBodies = await mergeBodies(sides, this.bodies, 'test')
    const { pages, files, reusable, ...merged } = await mergeContent({
      ...sides,
      bodies: this.bodies,
      mergedBodies,
    })
    const { variables, conflicts } = mergeVariables({
      base: read.base.variables,
      ours: read.theirs.variables,
      theirs: this.content.variables,
    })
    for (const [id, body] of merged.bodies) this.bodies.set(id, body)
    this.content = { snapshot: { pages, files, reusable }, variables }
    this.entries = read.entries
    return { ...read, conflicts: [...merged.conflicts, ...conflicts] }
  }

  /** Plans the writes of what the space has. */
  async plan(options: { isFromSpace?: boolean } = {}): Promise<PlannedWrites & { reads: readonly string[] }> {
    const tree = commitOf(this.files)
    const planned = await planWrites({
      content: this.content,
      tree,
      entries: this.entries,
      title: 'Space',
      readBodies: async (ids) => new Map(ids.map((id) => [id, this.bodies.get(id) as Body])),
      linkersOf: async (ids) => this.#linkersOf(ids),
      owner: 'test',
      ...options,
    })
    return { ...planned, reads: tree.reads }
  }

  #linkersOf(ids: readonly string[]): string[] {
    const { pages, reusable } = this.content.snapshot
    const bodies = [
      ...[...pages.values()].map(({ pageId, documentId }) => [pageId, documentId] as const),
      ...[...reusable.values()].map(({ reusableId, documentId }) => [reusableId, documentId] as const),
    ]
    return bodies.flatMap(([id, documentId]) => {
      const markdown = this.bodies.get(documentId ?? '')?.markdown ?? ''
      return ids.some((linked) => markdown.includes(`/${linked}`)) ? [id] : []
    })
  }

  /** Writes what the space has to the branch, and returns the paths of the files that changed. */
  async push(options: { isFromSpace?: boolean } = {}): Promise<string[]> {
    const { writes, entries } = await this.plan(options)
    const before = new Map(this.files)
    for (const write of writes) {
      if ('from' in write && write.from !== undefined) this.files.delete(write.from)
      if (write.kind === 'DELETE') this.files.delete(write.path)
    }
    for (const write of writes) {
      if (write.kind === 'TEXT') this.files.set(write.path, write.bytes)
      if (write.kind === 'FILE') this.files.set(write.path, this.blobs.get(write.blobHash) as Buffer)
      if (write.kind === 'MOVE') this.files.set(write.path, before.get(write.from) as Buffer)
    }
    this.#settle(
      entries.map((entry) => ({ ...entry, oid: gitObjectId(this.files.get(entry.path) as Buffer) })),
    )
    return writes.map(({ path }) => path).sort()
  }

  #settle(entries: readonly GitEntry[]): void {
    this.entries = entries
    this.#common = new Map(this.files)
    this.#commonContent = this.content
  }

  pageAt(path: string): PageState {
    const entry = this.entries.find((one) => one.path === path)
    return this.content.snapshot.pages.get(entry?.objectId ?? '') as PageState
  }

  bodyOf({ documentId }: { documentId: string | null }): string {
    return this.bodies.get(documentId ?? '')?.markdown ?? ''
  }

  /** Changes a page of the space, with another body if one is given. */
  edit(page: PageState, changes: Partial<PageState> & { markdown?: string }): void {
    const { markdown, ...fields } = changes
    const document = markdown === undefined ? undefined : identifyDocument({ markdown })
    if (document) this.bodies.set(document.id, document)
    const body = markdown === undefined ? {} : { documentId: document?.id ?? null }
    this.put({ ...page, ...fields, ...body })
  }

  put(page: PageState): void {
    const { snapshot } = this.content
    this.content = {
      ...this.content,
      snapshot: { ...snapshot, pages: new Map(snapshot.pages).set(page.pageId, page) },
    }
  }

  remove(pageId: string): void {
    const { snapshot } = this.content
    const pages = new Map(snapshot.pages)
    pages.delete(pageId)
    this.content = { ...this.content, snapshot: { ...snapshot, pages } }
  }
}

/** Returns a branch with files to which a space that has the content of another branch was pushed first. */
export async function firstPushOf(
  source: MemoryBranch,
  files: ReadonlyMap<string, Buffer> = new Map(),
): Promise<MemoryBranch> {
  const branch = new MemoryBranch(files)
  for (const [id, body] of source.bodies) branch.bodies.set(id, body)
  for (const [hash, bytes] of source.blobs) branch.blobs.set(hash, bytes)
  branch.content = source.content
  await branch.push({ isFromSpace: true })
  return branch
}
