import { posix } from 'node:path'
import type { Body } from '../body/documents.ts'
import type { PageState } from '../merge/content-snapshot.ts'
import { type BranchState, openBranch, readSaid, readSaidReusable } from './branch-state.ts'
import { fingerprintOfContents } from './contents-fingerprint.ts'
import { planContents } from './contents-writes.ts'
import { type ObjectPaths, pathsOfContent } from './file-paths.ts'
import {
  fingerprintOfFile,
  fingerprintOfPage,
  fingerprintOfReusable,
  fingerprintOfVariables,
} from './fingerprint.ts'
import type { Plan } from './plan.ts'
import { SpaceAddresses } from './space-addresses.ts'
import { planTexts } from './text-writes.ts'
import type { CommitTree, GitContent, GitEntry, GitProblem, GitWrite } from './types.ts'
import { planVariables } from './variables-writes.ts'

export interface WritesRequest {
  /** The content that the branch is to have. */
  readonly content: GitContent
  /** The commit that is written upon, and its files that content stands in. */
  readonly tree: CommitTree
  readonly entries: readonly GitEntry[]
  /** The title of the space, for a new SUMMARY.md. */
  readonly title: string
  /** Whether files of the branch that content does not stand in yet are overwritten: at a first sync from the space. */
  readonly isFromSpace?: boolean
  /** Returns the bodies with these ids. */
  readonly readBodies: (documentIds: readonly string[]) => Promise<ReadonlyMap<string, Body>>
  /** Returns the ids of the pages and reusable contents whose bodies link to any of these pages, files or contents. */
  readonly linkersOf: (objectIds: readonly string[]) => Promise<readonly string[]>
  /** For whom texts are parsed. */
  readonly owner: string
}

export interface PlannedWrites {
  /** Empty if the branch says it all already. Each path is in at most one. */
  readonly writes: readonly GitWrite[]
  /** The files that content stands in after the writes. The id of a FILE that is written is empty. */
  readonly entries: readonly GitEntry[]
  readonly problems: readonly GitProblem[]
}

/**
 * Plans what a commit must change so that the branch says what the space has. A file whose object is unchanged is not read
 * and not written; of one with a change, only the lines are written that say it.
 */
export async function planWrites(request: WritesRequest): Promise<PlannedWrites> {
  if (isSaid(request)) return { writes: [], entries: request.entries, problems: [] }
  const branch = await openBranch(request)
  const paths = nextPaths(request, branch)
  const addresses = new SpaceAddresses(request.content.snapshot.pages)
  const plan: Plan = { request, branch, paths, addresses, writes: [], entries: [] }
  const { pages, reusable } = await changedTexts(plan)
  const said = await readSaid(branch, [...pages, ...pagesTitledElse(plan, pages)])
  await planTexts(plan, {
    pages,
    reusable,
    said,
    saidReusable: await readSaidReusable(branch, [...reusable]),
  })
  planFiles(plan)
  await planContents(plan, said)
  await planVariables(plan)
  planDeletions(plan)
  return { writes: plan.writes, entries: plan.entries, problems: branch.problems }
}

/** Returns whether nothing changed, as far as entries tell it. */
function isSaid({ content: { snapshot, variables }, entries }: WritesRequest): boolean {
  const byObject = new Map(entries.map((entry) => [entry.objectId ?? entry.kind, entry]))
  const contents = byObject.get('SUMMARY')
  const pathOf = (id: string) => byObject.get(id)?.path
  if (contents?.fingerprint !== fingerprintOfContents(snapshot.pages, pathOf)) return false
  const hasVariables = Object.keys(variables).length > 0
  const saidVariables = byObject.get('VARIABLES')?.fingerprint
  if ((hasVariables || saidVariables !== undefined) && saidVariables !== fingerprintOfVariables(variables))
    return false
  const { pages, files, reusable } = snapshot
  const same = (id: string, fingerprint: string) => byObject.get(id)?.fingerprint === fingerprint
  return (
    [...pages.values()].every((page) =>
      pathOf(page.pageId) === undefined
        ? page.type !== 'DOCUMENT' || isBare(page)
        : same(page.pageId, fingerprintOfPage(page)),
    ) &&
    [...files.values()].every(
      (file) =>
        same(file.fileId, fingerprintOfFile(file)) && posix.basename(pathOf(file.fileId) ?? '') === file.name,
    ) &&
    [...reusable.values()].every((one) => same(one.reusableId, fingerprintOfReusable(one))) &&
    entries.every(
      ({ objectId }) =>
        objectId === null || pages.has(objectId) || files.has(objectId) || reusable.has(objectId),
    )
  )
}

/** Returns whether a page says no more than a line of the table of contents can. */
const isBare = (page: PageState): boolean =>
  page.documentId === null &&
  ![page.emoji, page.icon, page.description, page.hidden, page.noIndex, page.noRobotsIndex].some(Boolean) &&
  page.layout === null &&
  page.cover === null

function nextPaths(
  { content, entries, tree, isFromSpace = false }: WritesRequest,
  branch: BranchState,
): ObjectPaths {
  const { open, placed, parents } = branch
  const known = new Map(
    entries.flatMap(({ objectId, path }) => (objectId === null ? [] : [[objectId, path]])),
  )
  const owned = new Set(entries.map(({ path }) => path))
  const others = tree.files.map(({ path }) => path).filter((path) => !owned.has(path))
  const { summary } = open.contents ?? {}
  return pathsOfContent({
    ...content.snapshot,
    ...{ known, parents, root: open.layout.root, readme: open.layout.readme },
    others: [...(isFromSpace ? [] : others), summary?.path ?? open.layout.summary],
    needsFile: (page) =>
      !(isBare(page) && placed.get(page.pageId)?.item.path === undefined && placed.has(page.pageId)),
  })
}

/** Returns the pages and the reusable contents whose files must be written. */
async function changedTexts({ request, branch, paths }: Plan) {
  const { pages, reusable } = request.content.snapshot
  const { entries } = branch
  const isMoved = (id: string) => entries.get(id)?.path !== paths.get(id)
  const moved = [...paths.keys()].filter(isMoved)
  const linkers = new Set(moved.length === 0 ? [] : await request.linkersOf(moved))
  const isChanged = (id: string, fingerprint: string) =>
    paths.has(id) && (isMoved(id) || linkers.has(id) || entries.get(id)?.fingerprint !== fingerprint)
  return {
    pages: [...pages.values()]
      .filter((page) => isChanged(page.pageId, fingerprintOfPage(page)))
      .map(({ pageId }) => pageId),
    reusable: [...reusable.values()]
      .filter((one) => isChanged(one.reusableId, fingerprintOfReusable(one)))
      .map(({ reusableId }) => reusableId),
  }
}

/** Returns the pages whose line has another title than they have: only their files tell whether one of them changed. */
function pagesTitledElse({ request, branch }: Plan, read: readonly string[]): string[] {
  const { pages } = request.content.snapshot
  const known = new Set(read)
  return [...branch.placed.values()].flatMap(({ id, item }) => {
    const page = pages.get(id)
    const isOther =
      item.path !== undefined && item.title !== undefined && page !== undefined && page.title !== item.title
    return isOther && !known.has(id) ? [id] : []
  })
}

function planFiles({ request, branch, paths, writes, entries }: Plan): void {
  for (const file of request.content.snapshot.files.values()) {
    const path = paths.get(file.fileId) as string
    const before = branch.entries.get(file.fileId)
    const fingerprint = fingerprintOfFile(file)
    const entry = { kind: 'FILE', path, objectId: file.fileId, fingerprint } as const
    const from = before && before.path !== path ? { from: before.path } : {}
    if (before?.fingerprint !== fingerprint) {
      writes.push({ kind: 'FILE', path, ...from, blobHash: file.blobHash })
      entries.push({ ...entry, oid: '' })
      continue
    }
    if (before.path !== path) writes.push({ kind: 'MOVE', path, from: before.path, oid: before.oid })
    entries.push({ ...entry, oid: before.oid })
  }
}

/** Deletes the files whose objects are gone, unless another has their path now. */
function planDeletions({ request, paths, writes }: Plan): void {
  const written = new Set(
    writes.flatMap((write) => [write.path, ...('from' in write && write.from ? [write.from] : [])]),
  )
  for (const { objectId, path } of request.entries)
    if (objectId !== null && !paths.has(objectId) && !written.has(path)) writes.push({ kind: 'DELETE', path })
}
