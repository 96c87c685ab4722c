import { generateNKeysBetween } from 'fractional-indexing'
import { positionAtEnd } from '../../../database/positions.ts'
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
 * published stay; the other gets one that none of its siblings has.
 */
export function giveDistinctSlugs(merged: Map<string, PageState>, ours: Pages): void {
  for (const siblings of childrenByParent(merged).values()) {
    const isHeld = ({ pageId, parentId, slug }: PageState) =>
      ours.get(pageId)?.parentId === parentId && ours.get(pageId)?.slug === slug
    const taken = new Set<string>()
    const displaced: { page: PageState; slug: string }[] = []
    for (const page of inTurn(siblings, isHeld)) {
      const { slug } = page
      if (slug === null) continue
      if (taken.has(slug)) displaced.push({ page, slug })
      else taken.add(slug)
    }
    for (const { page, slug } of displaced) merged.set(page.pageId, { ...page, slug: freeSlug(slug, taken) })
  }
}

/** Two pages may have come to one position. The one that ours has there keeps it, the others stand right behind. */
export function giveDistinctPositions(merged: Map<string, PageState>, ours: Pages): void {
  for (const [parentId, siblings] of childrenByParent(merged)) {
    const isHeld = ({ pageId, position }: PageState) =>
      ours.get(pageId)?.parentId === parentId && ours.get(pageId)?.position === position
    const places = [...Map.groupBy(siblings, ({ position }) => position)]
    places.forEach(([position, pages], index) => {
      const [, ...displaced] = inTurn(pages, isHeld)
      const next = places[index + 1]?.[0] ?? null
      const positions = generateNKeysBetween(position, next, displaced.length)
      displaced.forEach((page, number) => {
        merged.set(page.pageId, { ...page, position: positions[number] as string })
      })
    })
  }
}

/** First those that have the better right to what they have, and by id. */
const inTurn = (pages: readonly PageState[], isHeld: (page: PageState) => boolean): PageState[] => {
  const sorted = [...pages].sort((a, b) => (a.pageId < b.pageId ? -1 : 1))
  return [...sorted.filter(isHeld), ...sorted.filter((page) => !isHeld(page))]
}
