import type { Connection } from '../../graph/declare/connection.ts'
import { decodeCursor } from '../../graph/declare/cursor.ts'
import type { Window } from '../../graph/declare/keyset.ts'
import { pageOfList } from '../../graph/declare/list-connection.ts'
import type { Context } from '../../request/context.ts'
import { contentLoaders } from './loaders.ts'
import { type LocatedPage, type ReadAs, readAs } from './located-content.ts'
import type { Siblings } from './page-reads.ts'
import { type ComputedOption, loadAllPages, loadPagesBelow } from './service.ts'

/**
 * Returns the subpages of a page, with generated pages in place of their computed page, as in the list of all pages.
 * `stored` are the stored subpages.
 */
export function subpagesOf(
  context: Context,
  page: LocatedPage,
  stored: Connection<LocatedPage>,
): Connection<LocatedPage> {
  const { revisionId, storedOnly, generatedPages } = page
  if (storedOnly) return stored
  const whole = wholeList(page.pageId, stored, () => loadPagesBelow(context, page))
  return generatedPages ? whole : expanded(context, { revisionId, parentId: page.pageId }, stored, whole)
}

/** Returns the pages at the root of a revision, with generated pages in place of their computed page. */
export function pagesAtRoot(
  context: Context,
  revisionId: string,
  { computed }: ComputedOption,
  stored: Connection<LocatedPage>,
  selection?: ReadAs,
): Connection<LocatedPage> {
  if (computed === false) return stored
  const whole = wholeList(null, stored, async () => {
    const pages = await loadAllPages(context, revisionId, {})
    return pages.map((page) => readAs(page, selection))
  })
  return expanded(context, { revisionId, parentId: null }, stored, whole)
}

/** Reads the whole list only where a page of the list has a computed page, or begins at a generated one. */
function expanded(
  context: Context,
  siblings: Siblings,
  stored: Connection<LocatedPage>,
  whole: Connection<LocatedPage>,
): Connection<LocatedPage> {
  return {
    window: stored.window,
    count: async () => {
      const { total, computed } = await contentLoaders(context).siblingCounts.load(siblings)
      return computed === 0 ? total : whole.count()
    },
    page: async () => {
      if (beginsAtGenerated(stored)) return whole.page()
      const page = await stored.page()
      return page.edges.some(({ node }) => node.type === 'COMPUTED') ? whole.page() : page
    },
  }
}

/** The order of stored pages: cursors of both lists continue each other. */
const order = 'PageVersion:t."position":asc'
const orderTypes = ['text', 'text'] as const

/** Generated pages have the position of their computed page, and are numbered there. No id of a row is a number. */
const numberOf = (index: number) => String(index).padStart(6, '0')

/** The lists whose stored pages are all of their pages. */
export const listsOfStoredPages = {
  rows: `t.type <> 'COMPUTED'`,
  window: (window: Window) => !beginsAtGenerated({ window }),
}

function beginsAtGenerated({
  window: { cursor, backward },
}: Pick<Connection<LocatedPage>, 'window'>): boolean {
  if (cursor === null) return false
  const [, last] = decodeCursor(backward ? 'before' : 'after', order, orderTypes, cursor)
  return /^\d+$/.test(last as string)
}

function wholeList(
  parentId: string | null,
  { window }: Connection<LocatedPage>,
  read: () => Promise<readonly LocatedPage[]>,
): Connection<LocatedPage> {
  let listed: Promise<LocatedPage[]> | undefined
  const items = () => {
    listed ??= read().then((pages) => pages.filter((page) => page.parentId === parentId))
    return listed
  }
  return {
    window,
    count: async () => (await items()).length,
    page: async () => {
      const pages = await items()
      return pageOfList({ order, types: orderTypes, items: pages, keyOf: keysOf(pages) }, window)
    },
  }
}

function keysOf(pages: readonly LocatedPage[]) {
  const firstOf = new Map<string | null, number>()
  pages.forEach(({ generatedPages, computedSeed }, index) => {
    if (generatedPages && !firstOf.has(computedSeed)) firstOf.set(computedSeed, index)
  })
  return ({ id, position, generatedPages, computedSeed }: LocatedPage, index: number) =>
    [position, generatedPages ? numberOf(index - (firstOf.get(computedSeed) ?? 0)) : id] as const
}
