import { type PageItem, pagesOf } from './page-list.ts'

/** Where a page is: its parent, or null for the top, and its index among the others there. */
export interface PagePlace {
  readonly into: string | null
  readonly at: number
}

/** All pages of a space by their ids, in reading order. */
export type PageItems = ReadonlyMap<string, PageItem>

export const placeOf = (items: PageItems, { id, page }: PageItem): PagePlace => ({
  into: page.parentId,
  at: siblingsOf(items, page.parentId).findIndex((each) => each.id === id),
})

/** Returns the place of a page that is dropped on, before or after another; undefined for one inside of itself. */
export function placeAt(
  items: PageItems,
  item: PageItem,
  target: PageItem,
  position: 'on' | 'before' | 'after',
): PagePlace | undefined {
  if (pagesOf([item]).includes(target)) return undefined
  if (position === 'on') return { into: target.id, at: target.children.length }
  const into = target.page.parentId
  const siblings = siblingsOf(items, into).filter(({ id }) => id !== item.id)
  return { into, at: siblings.indexOf(target) + (position === 'after' ? 1 : 0) }
}

/** Returns the places one step up and down among the pages beside it, where there are such. */
export function stepsOf(
  items: PageItems,
  item: PageItem,
): { readonly up?: PagePlace; readonly down?: PagePlace } {
  const { into, at } = placeOf(items, item)
  const last = siblingsOf(items, into).length - 1
  return {
    ...(at > 0 && { up: { into, at: at - 1 } }),
    ...(at < last && { down: { into, at: at + 1 } }),
  }
}

const siblingsOf = (items: PageItems, parent: string | null): readonly PageItem[] =>
  parent === null
    ? [...items.values()].filter(({ page }) => page.parentId === null)
    : (items.get(parent)?.children ?? [])
