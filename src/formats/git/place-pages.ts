import { generateNKeysBetween } from 'fractional-indexing'
import type { PageState } from '../merge/content-snapshot.ts'
import { longestInOrder } from './longest-in-order.ts'
import type { PlacedItem } from './placed-items.ts'

/**
 * Gives pages the parents and the order of a table of contents. Those whose order stays keep their positions. Pages that the
 * table does not have stay where they are.
 */
export function placePages(pages: Map<string, PageState>, items: readonly PlacedItem[]): void {
  placeSiblings(pages, null, items)
}

function placeSiblings(
  pages: Map<string, PageState>,
  parentId: string | null,
  items: readonly PlacedItem[],
): void {
  const siblings = items.flatMap(({ id }) => pages.get(id) ?? [])
  const present = siblings.filter((page) => page.parentId === parentId && page.position !== '')
  const staying = longestInOrder(present, ({ position }) => position)
  let after: string | null = null
  let moved: PageState[] = []
  const settle = (before: string | null) => {
    const positions = generateNKeysBetween(after, before, moved.length)
    for (const [index, page] of moved.entries())
      pages.set(page.pageId, { ...page, parentId, position: positions[index] as string })
    moved = []
  }
  for (const page of siblings) {
    if (!staying.has(page)) {
      moved.push(page)
      continue
    }
    settle(page.position)
    after = page.position
  }
  settle(null)
  for (const { id, children } of items) placeSiblings(pages, id, children)
}
