import { isDeepStrictEqual } from 'node:util'
import { newId } from '../../base/identifiers.ts'
import type { OutlineItem } from '../import/markdown/repository/outline.ts'
import type { PageState } from '../merge/content-snapshot.ts'
import { inReadingOrder } from '../merge/page-forest.ts'

/** An item of a table of contents with the id of its page. */
export interface PlacedItem {
  readonly id: string
  readonly item: OutlineItem
  readonly children: readonly PlacedItem[]
}

/** A page that a table of contents had. */
export interface KnownPage {
  readonly id: string
  readonly kind: OutlineItem['kind']
  readonly title: string
  readonly target?: unknown
  /** Whether it has a file, by which it is known. */
  readonly hasFile: boolean
  readonly children: readonly KnownPage[]
}

const kinds = { GROUP: 'group', LINK: 'link', DOCUMENT: 'document', COMPUTED: 'document' } as const

/** Returns the pages of a space as a table of contents knows them. */
export function knownPages(
  pages: ReadonlyMap<string, PageState>,
  withFile: ReadonlySet<string>,
): KnownPage[] {
  const roots: KnownPage[] = []
  const children = new Map<string | null, KnownPage[]>([[null, roots]])
  for (const { pageId, parentId, type, title } of inReadingOrder(pages)) {
    const below: KnownPage[] = []
    children.set(pageId, below)
    const page = { id: pageId, kind: kinds[type], title, hasFile: withFile.has(pageId), children: below }
    children.get(parentId)?.push(page)
  }
  return roots
}

/** Returns the pages of another table of contents in the same form. */
export const knownItems = (items: readonly PlacedItem[]): KnownPage[] =>
  items.map(({ id, item, children }) => ({
    ...{ id, kind: item.kind, title: titleOf(item), target: item.target },
    hasFile: item.path !== undefined,
    children: knownItems(children),
  }))

const titleOf = ({ fields, title = '' }: OutlineItem) => fields?.title ?? title

/**
 * Gives the items of a table of contents the ids of their pages. Items without a file, which are groups, links and pages
 * without a text, are the known ones of the same title in the same place, then a group with a page in common, the only one
 * of its kind that is left there, and at last one of the same title elsewhere.
 */
export function placeItems(
  items: readonly OutlineItem[],
  known: readonly KnownPage[],
  pageIdAt: (path: string) => string,
): PlacedItem[] {
  const taken = new Set<string>()
  const ids = new Map<OutlineItem, string>()
  const placeSiblings = (siblings: readonly OutlineItem[], candidates: readonly KnownPage[]): void => {
    const bare = candidates.filter(({ hasFile }) => !hasFile)
    const open = () => siblings.filter((item) => item.path === undefined && !ids.has(item))
    const left = (item: OutlineItem) => bare.filter(({ id, kind }) => !taken.has(id) && kind === item.kind)
    const take = (item: OutlineItem, page: KnownPage | undefined) => {
      if (!page) return
      taken.add(page.id)
      ids.set(item, page.id)
    }
    for (const item of open())
      take(
        item,
        left(item).find((page) => isSame(page, item)),
      )
    for (const item of open())
      take(
        item,
        left(item).find((page) => sharesPage(page, item, pageIdAt)),
      )
    for (const item of open()) {
      const [only, ...others] = left(item)
      if (others.length === 0 && open().filter(({ kind }) => kind === item.kind).length === 1)
        take(item, only)
    }
    for (const item of siblings) {
      const id = item.path === undefined ? ids.get(item) : pageIdAt(item.path)
      placeSiblings(item.children, (id !== undefined && everyPage.get(id)?.children) || [])
    }
  }
  const everyPage = new Map([...allPages(known)].map((page) => [page.id, page]))
  placeSiblings(items, known)
  const idOf = (item: OutlineItem): string => {
    if (item.path !== undefined) return pageIdAt(item.path)
    const id = ids.get(item)
    if (id !== undefined) return id
    const elsewhere = [...everyPage.values()].find(
      (page) => !page.hasFile && !taken.has(page.id) && page.kind === item.kind && isSame(page, item),
    )
    if (elsewhere) taken.add(elsewhere.id)
    return elsewhere?.id ?? newId('Page')
  }
  const placed = (item: OutlineItem): PlacedItem => ({
    id: idOf(item),
    item,
    children: item.children.map(placed),
  })
  return items.map(placed)
}

const isSame = (page: KnownPage, item: OutlineItem) =>
  page.title === titleOf(item) && (page.target === undefined || isDeepStrictEqual(page.target, item.target))

function sharesPage(page: KnownPage, item: OutlineItem, pageIdAt: (path: string) => string): boolean {
  if (item.kind !== 'group') return false
  const own = new Set(page.children.map(({ id }) => id))
  return item.children.some(({ path }) => path !== undefined && own.has(pageIdAt(path)))
}

function* allPages(pages: readonly KnownPage[]): Generator<KnownPage> {
  for (const page of pages) {
    yield page
    yield* allPages(page.children)
  }
}

/** Yields items, each before those below it. */
export function* allPlaced(
  items: readonly PlacedItem[],
  parentId: string | null = null,
): Generator<PlacedItem & { readonly parentId: string | null }> {
  for (const placed of items) {
    yield { ...placed, parentId }
    yield* allPlaced(placed.children, placed.id)
  }
}
