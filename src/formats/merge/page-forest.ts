import type { PageState } from './content-snapshot.ts'

type Pages = ReadonlyMap<string, PageState>

/** Groups pages by parent, in order; pages at the root have the key null. */
export function childrenByParent(pages: Pages): Map<string | null, PageState[]> {
  const children = Map.groupBy(pages.values(), ({ parentId }) => parentId)
  for (const siblings of children.values()) siblings.sort(inOrder)
  return children
}

/** Compares by position, then by id. */
export const inOrder = (a: PageState, b: PageState): number =>
  compare(a.position, b.position) || compare(a.pageId, b.pageId)

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Returns all pages, each directly before its descendants. Pages in cycles are left out. */
export function inReadingOrder(pages: Pages): PageState[] {
  const children = childrenByParent(pages)
  const ordered: PageState[] = []
  const stack = [...(children.get(null) ?? [])].reverse()
  for (let page = stack.pop(); page; page = stack.pop()) {
    ordered.push(page)
    stack.push(...[...(children.get(page.pageId) ?? [])].reverse())
  }
  return ordered
}

/** Returns the depths of pages, 1 at the root. Pages in or below cycles are left out. */
export function depthsOf(pages: Pages): Map<string, number> {
  const depths = new Map<string, number>()
  for (const page of inReadingOrder(pages))
    depths.set(page.pageId, page.parentId === null ? 1 : (depths.get(page.parentId) ?? 0) + 1)
  return depths
}

/** Returns a page after its ancestors, from the root down. In a cycle each page occurs once. */
export function ancestorsAndSelf<Page extends PageState>(
  pages: ReadonlyMap<string, Page>,
  pageId: string,
): Page[] {
  const ancestors = new Set<Page>()
  for (let page = pages.get(pageId); page && !ancestors.has(page); page = pages.get(page.parentId ?? ''))
    ancestors.add(page)
  return [...ancestors].reverse()
}

/** Returns the cycles of parents, each sorted by page id. */
export function findCycles(pages: Pages): PageState[][] {
  const visited = new Set(depthsOf(pages).keys())
  if (visited.size === pages.size) return []
  const cycles: PageState[][] = []
  for (const start of pages.values()) {
    const ancestors = new Map<string, PageState>()
    let page: PageState | undefined = start
    while (page && !visited.has(page.pageId)) {
      visited.add(page.pageId)
      ancestors.set(page.pageId, page)
      page = pages.get(page.parentId ?? '')
    }
    if (!page || !ancestors.has(page.pageId)) continue
    const ids = [...ancestors.keys()]
    const cycle = [...ancestors.values()].slice(ids.indexOf(page.pageId))
    cycles.push(cycle.sort((a, b) => compare(a.pageId, b.pageId)))
  }
  return cycles
}

/** Returns the nearest ancestor of a page in `before` that `remaining` has too; null for the root. */
export function survivingAncestor(page: PageState, before: Pages, remaining: Pages): string | null {
  for (let id = page.parentId; id !== null; ) {
    if (remaining.has(id)) return id
    id = before.get(id)?.parentId ?? null
  }
  return null
}
