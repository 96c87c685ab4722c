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

/** Pages that are below each other in a circle, the one with the lowest id first; undefined if there are none. */
export function findCycle(pages: Pages): PageState[] | undefined {
  const reached = depthsOf(pages)
  if (reached.size === pages.size) return undefined
  for (const start of pages.values()) {
    if (reached.has(start.pageId)) continue
    const line: PageState[] = []
    let page: PageState | undefined = start
    while (page && !line.includes(page)) {
      line.push(page)
      page = page.parentId === null ? undefined : pages.get(page.parentId)
    }
    if (!page) continue
    return line.slice(line.indexOf(page)).sort((a, b) => compare(a.pageId, b.pageId))
  }
  return undefined
}

/** The nearest page above one that is still there; null for the root. `line` knows the pages that are gone. */
export function survivingAncestor(page: PageState, line: Pages, left: Pages): string | null {
  for (let id = page.parentId; id !== null; ) {
    if (left.has(id)) return id
    id = line.get(id)?.parentId ?? null
  }
  return null
}
