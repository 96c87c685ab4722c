import { placeAmong, positionAtEnd } from '../../../database/positions.ts'
import { freeSlug } from '../import-tree.ts'
import { childrenByParent } from './page-forest.ts'
import type { PageState } from './types.ts'

type Pages = ReadonlyMap<string, PageState>

export function positionBehindAll(pages: Pages, parentId: string | null): string {
  let last: string | null = null
  for (const page of pages.values())
    if (page.parentId === parentId && (last === null || page.position > last)) last = page.position
  return positionAtEnd(last)
}

/**
 * Two pages may have come to one path. The one that ours has there keeps its slug, so that the addresses of what is
 * published stay; the other gets a free one.
 */
export function giveDistinctSlugs(merged: Map<string, PageState>, ours: Pages): void {
  for (const siblings of childrenByParent(merged).values()) {
    const isHeld = ({ pageId, parentId, slug }: PageState) =>
      ours.get(pageId)?.parentId === parentId && ours.get(pageId)?.slug === slug
    const taken = new Set(siblings.filter(isHeld).flatMap(({ slug }) => slug ?? []))
    const others = siblings.filter((page) => !isHeld(page)).sort((a, b) => (a.pageId < b.pageId ? -1 : 1))
    for (const page of others) {
      if (page.slug === null) continue
      if (taken.has(page.slug)) merged.set(page.pageId, { ...page, slug: freeSlug(page.slug, taken) })
      else taken.add(page.slug)
    }
  }
}

/** Two pages may have come to one position. The one that ours has there keeps it, the other stands right behind. */
export function giveDistinctPositions(merged: Map<string, PageState>, ours: Pages): void {
  for (const [parentId, siblings] of childrenByParent(merged)) {
    if (new Set(siblings.map(({ position }) => position)).size === siblings.length) continue
    const isHeld = ({ pageId, position }: PageState) =>
      ours.get(pageId)?.parentId === parentId && ours.get(pageId)?.position === position
    const placed = new Map<string, string>()
    const ranked = [...siblings.filter(isHeld), ...siblings.filter((page) => !isHeld(page))]
    for (const page of ranked) {
      const position = freePosition(page, placed)
      placed.set(position, page.pageId)
      if (position !== page.position) merged.set(page.pageId, { ...page, position })
    }
  }
}

/** `placed` has the ids of pages by their positions. */
function freePosition({ pageId, position }: PageState, placed: ReadonlyMap<string, string>): string {
  const holder = placed.get(position)
  if (holder === undefined) return position
  const siblings = [...placed].map(([at, id]) => ({ id, position: at }))
  siblings.sort((a, b) => (a.position < b.position ? -1 : 1))
  return placeAmong(siblings, { after: holder }, pageId)
}
