import { generateNKeysBetween } from 'fractional-indexing'
import { positionAtEnd } from '../../base/positions.ts'
import { uniqueSlug } from '../body/page-slugs.ts'
import type { PageState } from './content-snapshot.ts'
import { childrenByParent } from './page-forest.ts'

type Pages = ReadonlyMap<string, PageState>

export function positionAfterSiblings(pages: Pages, parentId: string | null): string {
  let last: string | null = null
  for (const page of pages.values())
    if (page.parentId === parentId && (last === null || page.position > last)) last = page.position
  return positionAtEnd(last)
}

/**
 * Makes the slugs of siblings unique. The page that has the slug in ours keeps it, so that published URLs stay valid;
 * the others get a new slug.
 */
export function makeSlugsUnique(merged: Map<string, PageState>, ours: Pages): void {
  for (const siblings of childrenByParent(merged).values()) {
    const isHeld = ({ pageId, parentId, slug }: PageState) =>
      ours.get(pageId)?.parentId === parentId && ours.get(pageId)?.slug === slug
    const taken = new Set<string>()
    const displaced: { page: PageState; slug: string }[] = []
    for (const page of byPriority(siblings, isHeld)) {
      const { slug } = page
      if (slug === null) continue
      if (taken.has(slug)) displaced.push({ page, slug })
      else taken.add(slug)
    }
    for (const { page, slug } of displaced)
      merged.set(page.pageId, { ...page, slug: uniqueSlug(slug, taken) })
  }
}

/** Makes the positions of siblings unique. The page that has the position in ours keeps it; the others follow it. */
export function makePositionsUnique(merged: Map<string, PageState>, ours: Pages): void {
  for (const [parentId, siblings] of childrenByParent(merged)) {
    const isHeld = ({ pageId, position }: PageState) =>
      ours.get(pageId)?.parentId === parentId && ours.get(pageId)?.position === position
    const groups = [...Map.groupBy(siblings, ({ position }) => position)]
    groups.forEach(([position, pages], index) => {
      const [, ...displaced] = byPriority(pages, isHeld)
      const next = groups[index + 1]?.[0] ?? null
      const positions = generateNKeysBetween(position, next, displaced.length)
      displaced.forEach((page, number) => {
        merged.set(page.pageId, { ...page, position: positions[number] as string })
      })
    })
  }
}

/** Sorts pages so that those for which `isHeld` returns true come first, then by id. */
const byPriority = (pages: readonly PageState[], isHeld: (page: PageState) => boolean): PageState[] => {
  const sorted = [...pages].sort((a, b) => (a.pageId < b.pageId ? -1 : 1))
  return [...sorted.filter(isHeld), ...sorted.filter((page) => !isHeld(page))]
}
