import { type Connection, type ListArguments, windowOf } from '../../graphql/connection.ts'
import type { Context } from '../../graphql/context.ts'
import { pageOfList } from '../../graphql/list-connection.ts'
import { contentLoaders } from './loaders.ts'
import { type LocatedPage, type ReadAs, readAs } from './located-content.ts'
import { type ComputedOption, loadAllPages, loadPagesBelow } from './service.ts'

/**
 * Returns the subpages of a page if some of them are generated; null if all are stored. Generated pages take the place
 * of their computed page, as in the list of all pages.
 */
export async function levelBelow(
  context: Context,
  page: LocatedPage,
  given: ListArguments,
): Promise<Connection<LocatedPage> | null> {
  const { revisionId, storedOnly, generatedPages } = page.location
  if (storedOnly) return null
  if (!generatedPages && !(await hasGenerated(context, revisionId, page.pageId))) return null
  return connectionOf(page.pageId, given, () => loadPagesBelow(context, page))
}

/** Returns the pages at the root of a revision if some of them are generated; null if all are stored. */
export async function levelAtRoot(
  context: Context,
  revisionId: string,
  { computed, ...given }: ListArguments & ComputedOption,
  selection?: ReadAs,
): Promise<Connection<LocatedPage> | null> {
  if (computed === false || !(await hasGenerated(context, revisionId, null))) return null
  return connectionOf(null, given, async () => {
    const pages = await loadAllPages(context, revisionId, {})
    return pages.map((page) => readAs(page, selection))
  })
}

/** Returns whether a computed page below the parent generates pages. */
async function hasGenerated(context: Context, revisionId: string, parentId: string | null): Promise<boolean> {
  const computed = await contentLoaders(context).computedPages.load(revisionId)
  return [...computed.values()].some(([first]) => first?.parentId === parentId)
}

function connectionOf(
  parentId: string | null,
  given: ListArguments,
  read: () => Promise<readonly LocatedPage[]>,
): Connection<LocatedPage> {
  const window = windowOf(given)
  let level: Promise<LocatedPage[]> | undefined
  const items = () => {
    level ??= read().then((pages) => pages.filter((page) => page.parentId === parentId))
    return level
  }
  return {
    window,
    count: async () => (await items()).length,
    page: async () => pageOfLevel(await items(), window),
  }
}

/** Generated pages have the position of their computed page, and are numbered there. */
function pageOfLevel(pages: readonly LocatedPage[], window: ReturnType<typeof windowOf>) {
  const firstAt = new Map<string, number>()
  pages.forEach(({ position }, index) => {
    if (!firstAt.has(position)) firstAt.set(position, index)
  })
  return pageOfList(
    {
      order: 'generated pages',
      types: ['text', 'int'],
      items: pages,
      keyOf: ({ position }, index) => [position, index - (firstAt.get(position) ?? 0)] as const,
    },
    window,
  )
}
