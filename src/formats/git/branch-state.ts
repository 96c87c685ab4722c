import type { StoredDocument } from '../body/documents.ts'
import { withSummaryLabel } from '../body/summary-label.ts'
import type { PageState } from '../merge/content-snapshot.ts'
import type { Side } from './open-sides.ts'
import { openTree } from './open-tree.ts'
import { type StatesContext, stateOfItem, stateOfReusable } from './page-states.ts'
import { allPlaced, knownPages, type PlacedItem, placeItems } from './placed-items.ts'
import type { WritesRequest } from './plan-writes.ts'
import { type ReadText, readTexts, type TreeIds } from './read-texts.ts'
import type { GitEntry, GitProblem } from './types.ts'

/** Everything that a branch says before it is written to. */
export interface BranchState extends Side {
  /** The parents of the listed pages; undefined if the table of contents cannot be read. */
  readonly parents: ReadonlyMap<string, string | null> | undefined
  readonly entries: ReadonlyMap<string, GitEntry>
  readonly problems: GitProblem[]
  readonly owner: string
  readonly context: Omit<StatesContext, 'texts' | 'bodies'>
}

/** Items of files that content does not stand in have ids of this form. */
const foreign = 'file '

export const isForeign = (id: string): boolean => id.startsWith(foreign)

export async function openBranch(request: WritesRequest): Promise<BranchState> {
  const { tree, content, owner } = request
  const entries = new Map(
    request.entries.flatMap((entry) => (entry.objectId === null ? [] : [[entry.objectId, entry]])),
  )
  const byPath = new Map(request.entries.map((entry) => [entry.path, entry]))
  const isKnown = (path: string) => byPath.has(path)
  const open = await openTree(tree, { owner, isKnown, maximumFileBytes: Number.POSITIVE_INFINITY })
  const idAt = (path: string) => byPath.get(path)?.objectId ?? foreign + path
  const withFile = new Set(entries.keys())
  const known = knownPages(content.snapshot.pages, withFile)
  const items = open.contents && withoutForeign(placeItems(open.contents.outline.items, known, idAt))
  const placed = new Map([...allPlaced(items ?? [])].map((item) => [item.id, item]))
  const parents = items && new Map([...allPlaced(items)].map(({ id, parentId }) => [id, parentId]))
  const pathsOf = (kind: GitEntry['kind']) =>
    new Map(
      request.entries.flatMap((entry) => (entry.kind === kind ? [[entry.path, entry.objectId ?? '']] : [])),
    )
  const ids: TreeIds = {
    pages: pathsOf('PAGE'),
    reusable: pathsOf('REUSABLE'),
    files: pathsOf('FILE'),
    newFileId: (path) => foreign + path,
  }
  const context = { open, ids, variables: content.variables, now: new Date(0) }
  return { open, items, placed, parents, ids, entries, problems: [], owner, context }
}

/** Returns the items of pages of the space. What is below others is in their place. */
const withoutForeign = (items: readonly PlacedItem[]): PlacedItem[] =>
  items.flatMap((item) => {
    const children = withoutForeign(item.children)
    return isForeign(item.id) ? children : [{ ...item, children }]
  })

/** A page as the branch says it. */
export interface SaidText {
  readonly text: ReadText
  readonly state: PageState
}

/** Reads what the files of pages say, by the ids of the pages. */
export async function readSaid(
  branch: BranchState,
  pageIds: readonly string[],
): Promise<Map<string, SaidText>> {
  const { open, ids, owner, problems, placed } = branch
  const paths = pageIds.flatMap((id) => branch.entries.get(id)?.path ?? [])
  const texts = await readTexts(open, paths, { ids, owner, problems })
  const context: StatesContext = { ...branch.context, texts, bodies: new Map<string, StoredDocument>() }
  return new Map(
    [...texts].map(([path, text]) => {
      const id = ids.pages.get(path) as string
      const item = placed.get(id)?.item ?? { kind: 'document', path, children: [] }
      return [id, { text, state: stateOfItem(context, { id, item }, undefined).state }]
    }),
  )
}

/** Reads what the files of reusable contents say, by their ids. */
export async function readSaidReusable(branch: BranchState, contentIds: readonly string[]) {
  const { open, ids, owner, problems } = branch
  const paths = contentIds.flatMap((id) => branch.entries.get(id)?.path ?? [])
  const texts = await readTexts(open, paths, { ids, owner, problems })
  const context: StatesContext = { ...branch.context, texts, bodies: new Map<string, StoredDocument>() }
  return new Map(
    [...texts].flatMap(([path, text]) => {
      const id = ids.reusable.get(path) as string
      const state = stateOfReusable(context, path, id)
      return state ? [[id, { text, state }] as const] : []
    }),
  )
}

/** Returns the page that a line of the table of contents says, when its file says the rest. */
export function saidByLine(
  branch: BranchState,
  { item, id }: Pick<PlacedItem, 'item' | 'id'>,
  page: PageState,
  said: SaidText | undefined,
): PageState {
  if (item.path === undefined) {
    const context = { ...branch.context, texts: new Map(), bodies: new Map<string, StoredDocument>() }
    return { ...stateOfItem(context, { id, item }, undefined).state, slug: page.slug }
  }
  const frontMatter = item.label === undefined ? null : withSummaryLabel(undefined, item.label)
  return { ...page, title: said?.state.title ?? item.title ?? page.title, frontMatter }
}
