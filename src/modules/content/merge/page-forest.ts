import type { PageState } from './types.ts'

type Pages = ReadonlyMap<string, PageState>

/** The pages by the page they are below, in order; those at the root under null. */
export function childrenByParent(pages: Pages): Map<string | null, PageState[]> {
  const children = Map.groupBy(pages.values(), ({ parentId }) => parentId)
  for (const siblings of children.values()) siblings.sort(inOrder)
  return children
}

/** By position and, where two have one, by id. */
export const inOrder = (a: PageState, b: PageState): number =>
  compare(a.position, b.position) || compare(a.pageId, b.pageId)

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** All pages, every one directly before those below it. */
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

/** How deep pages stand, from 1 at the root. Of pages that go in a circle none is there. */
export function depthsOf(pages: Pages): Map<string, number> {
  const depths = new Map<string, number>()
  for (const page of inReadingOrder(pages))
    depths.set(page.pageId, page.parentId === null ? 1 : (depths.get(page.parentId) ?? 0) + 1)
  return depths
}

/** A page with those above it, the uppermost first. Of pages that go in a circle each is there once. */
export function lineOf(pages: Pages, pageId: string): PageState[] {
  const line = new Set<PageState>()
  for (let page = pages.get(pageId); page && !line.has(page); page = pages.get(page.parentId ?? ''))
    line.add(page)
  return [...line].reverse()
}

/** The circles in which pages are below each other, each with the lowest id first. */
export function findCycles(pages: Pages): PageState[][] {
  const visited = new Set(depthsOf(pages).keys())
  if (visited.size === pages.size) return []
  const cycles: PageState[][] = []
  for (const start of pages.values()) {
    const line = new Map<string, PageState>()
    let page: PageState | undefined = start
    while (page && !visited.has(page.pageId)) {
      visited.add(page.pageId)
      line.set(page.pageId, page)
      page = pages.get(page.parentId ?? '')
    }
    if (!page || !line.has(page.pageId)) continue
    const ids = [...line.keys()]
    const cycle = [...line.values()].slice(ids.indexOf(page.pageId))
    cycles.push(cycle.sort((a, b) => compare(a.pageId, b.pageId)))
  }
  return cycles
}

/** The nearest page above one that is still there; null for the root. `line` knows the pages that are gone. */
export function survivingAncestor(page: PageState, line: Pages, left: Pages): string | null {
  for (let id = page.parentId; id !== null; ) {
    if (left.has(id)) return id
    id = line.get(id)?.parentId ?? null
  }
  return null
}
