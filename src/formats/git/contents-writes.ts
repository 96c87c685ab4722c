import { isDeepStrictEqual } from 'node:util'
import { titleLine } from '../export/page-fields.ts'
import { titleHeading } from '../export/title-heading.ts'
import { sourceLimits } from '../import/limits.ts'
import { outlineOfFolders } from '../import/markdown/contents/folder-outline.ts'
import { isOwnPage } from '../import/markdown/contents/read-outline.ts'
import { readSummary } from '../import/markdown/contents/summary.ts'
import type { OutlineItem } from '../import/markdown/repository/outline.ts'
import { openRepository, type Repository } from '../import/markdown/repository/repository.ts'
import type { PageState } from '../merge/content-snapshot.ts'
import { childrenByParent } from '../merge/page-forest.ts'
import { type SaidText, saidByLine } from './branch-state.ts'
import { fingerprintOfContents } from './contents-fingerprint.ts'
import { contentsLines, type LinesRequest } from './contents-lines.ts'
import { type ContentsLine, changedContents } from './contents-text.ts'
import { textsIn } from './open-tree.ts'
import { textOfBytes, withChangedLines } from './patched-text.ts'
import { entryOfText, type Plan } from './plan.ts'
import { pathsOf } from './tree-ids.ts'
import type { GitEntry, TreeFile } from './types.ts'

/** Plans SUMMARY.md: its lines that say something else than before, or a new one if folders do not give the order. */
export async function planContents(plan: Plan, said: ReadonlyMap<string, SaidText>): Promise<void> {
  const { request, branch, paths, entries } = plan
  const { open } = branch
  const { pages } = request.content.snapshot
  const before = request.entries.find(({ kind }) => kind === 'SUMMARY')
  const fingerprint = fingerprintOfContents(pages, (id) => paths.get(id))
  if (before && (before.fingerprint === fingerprint || !open.contents)) {
    entries.push(before)
    return
  }
  if (!open.contents || pages.size === 0) return
  const { summary } = open.contents
  const path = summary?.path ?? open.layout.summary
  const entry = { kind: 'SUMMARY', path, objectId: null, fingerprint } as const
  const repository = repositoryAfter(plan, path)
  if (!summary || request.isFromSpace) {
    if (summary || request.entries.length === 0 || !isSaidByFolders(plan, repository))
      writeNew(plan, entry, repository)
    return
  }
  const original = await request.tree.read(open.files.get(path) as TreeFile)
  const bytes = withChangedLines(original, await changedText(plan, { said, repository, path, original }))
  if (!bytes.equals(original)) plan.writes.push({ kind: 'TEXT', path, bytes })
  entries.push(entryOfText(entry, bytes))
}

interface ContentsChange {
  readonly said: ReadonlyMap<string, SaidText>
  readonly repository: Repository
  readonly path: string
  readonly original: Buffer
}

async function changedText(
  plan: Plan,
  { said, repository, path, original }: ContentsChange,
): Promise<string> {
  const { request, branch } = plan
  const { pages } = request.content.snapshot
  const { placed, items = [] } = branch
  const text = textOfBytes(original)
  const lines = linesOf(plan, { repository, path, placed }, (id) => {
    const [item, page] = [placed.get(id), pages.get(id)]
    return item && page && saidByLine(branch, item, page, said.get(id))
  })
  const changed = changedContents(text, items, lines)
  if (await saysOrder(plan, repository, path, changed)) return changed
  // Lines that cannot be changed one by one are written anew, if that says it all.
  const heading = /^#[ \t]+.*$/m.exec(text)?.[0] ?? headingOf(request.title)
  const fresh = newContents(plan, { repository, path, heading })
  return (await saysOrder(plan, repository, path, fresh)) ? fresh : changed
}

function writeNew(plan: Plan, entry: Omit<GitEntry, 'oid'>, repository: Repository): void {
  const { path } = entry
  const heading = headingOf(plan.request.title)
  const bytes = Buffer.from(newContents(plan, { repository, path, heading }))
  const written = entryOfText(entry, bytes)
  const isThere = plan.branch.open.files.get(path)?.oid === written.oid
  if (!isThere) plan.writes.push({ kind: 'TEXT', path, bytes })
  plan.entries.push(written)
}

const headingOf = (title: string): string => titleHeading(titleLine(title) || 'Table of contents')

/** Returns a table of contents of which no line was there before. */
function newContents(
  plan: Plan,
  { repository, path, heading }: Pick<ContentsChange, 'repository' | 'path'> & { readonly heading: string },
): string {
  const lines = linesOf(plan, { repository, path, placed: new Map() }, () => undefined)
  return changedContents(`${heading}\n`, [], lines)
}

const linesOf = (
  { request, branch, paths }: Plan,
  place: Pick<LinesRequest, 'repository' | 'path' | 'placed'>,
  saidOf: LinesRequest['saidOf'],
): ContentsLine[] =>
  contentsLines({
    ...place,
    pages: request.content.snapshot.pages,
    pathOf: (id) => paths.get(id),
    oldPathOf: (id) => branch.entries.get(id)?.path,
    saidOf,
  })

/** Returns the files that the branch has after the writes. */
function repositoryAfter({ branch, paths }: Plan, contents: string): Repository {
  const { open } = branch
  const moved = new Set([...branch.entries.values()].map(({ path }) => path))
  const others = [...open.files.keys()].filter((path) => !moved.has(path))
  const all = new Set([...others, ...paths.values(), contents])
  const entries = [...all].map((path) => ({ path, size: 0, read: async () => Buffer.alloc(0) }))
  return openRepository(entries, open.layout, sourceLimits)
}

/** Returns whether a text is read as the order of the pages. */
async function saysOrder(plan: Plan, repository: Repository, path: string, text: string): Promise<boolean> {
  const { items } = await readSummary(repository, path, { text, owner: plan.branch.owner })
  return isDeepStrictEqual(orderOf(plan, items), orderOfPages(plan))
}

function isSaidByFolders(plan: Plan, { entries }: Repository): boolean {
  const { layout } = plan.branch.open
  const texts = textsIn(layout, entries.keys()).filter((path) => isOwnPage(path) && path !== layout.summary)
  const { items } = outlineOfFolders(texts, layout, sourceLimits)
  return isDeepStrictEqual(orderOf(plan, items), orderOfPages(plan))
}

type Order = readonly (readonly [string, Order])[]

/**
 * Returns the order that items give pages, each as its id, or as its title if it has no file. A file that is no page of the space
 * counts if the table of contents did not list it before: by a line that was none, which has got into a list.
 */
function orderOf({ paths, branch }: Plan, items: readonly OutlineItem[]): Order {
  const ids = new Map([...paths].map(([id, path]) => [path, id]))
  const listed = new Set(pathsOf(branch.open.contents?.outline.items ?? []))
  const of = (level: readonly OutlineItem[]): Order =>
    level.flatMap(({ path, title = '', fields, children }): Order => {
      if (path === undefined) return [[fields?.title ?? title, of(children)]]
      const id = ids.get(path)
      return id === undefined && listed.has(path) ? of(children) : [[id ?? path, of(children)]]
    })
  return of(items)
}

function orderOfPages({ request, paths }: Plan): Order {
  const children = childrenByParent(request.content.snapshot.pages)
  const of = (parentId: string | null): Order =>
    (children.get(parentId) ?? []).map((page: PageState) => [
      paths.has(page.pageId) ? page.pageId : titleLine(page.title),
      of(page.pageId),
    ])
  return of(null)
}
