import DataLoader from 'dataloader'
import { getOrCreate } from '../../base/get-or-create.ts'
import type { Window } from '../../graph/declare/keyset.ts'
import { type Context, oneAtATime, perRequest } from '../../request/context.ts'
import { type BacklinkPage, type BacklinkSelection, readBacklinkPages } from './backlink-reads.ts'
import { linkLimits } from './limits.ts'
import { type LinkPage, type LinkSelection, readLinkPages } from './link-reads.ts'
import type { RevisionList } from './link-rows.ts'

type Lists<Page> = DataLoader<RevisionList, Page, string>

/** The loaders, by the text of their selections. */
interface ListLoaders {
  readonly links: Map<string, Lists<LinkPage>>
  readonly backlinks: Map<string, Lists<BacklinkPage>>
}

const listLoaders = perRequest((): ListLoaders => ({ links: new Map(), backlinks: new Map() }))

/** Reads a page of a list of links, in one statement with the other lists of the request of the same selection. */
export const loadLinks = (
  context: Context,
  selection: LinkSelection,
  list: RevisionList,
): Promise<LinkPage> =>
  getOrCreate(listLoaders(context).links, JSON.stringify(selection), () => {
    const listsPerStatement =
      selection.of === 'REVISION' ? linkLimits.wholeRevisionsPerStatement : Number.POSITIVE_INFINITY
    return createLoader(context, selection.window, listsPerStatement, (lists) =>
      readLinkPages(context.database.query, selection, lists),
    )
  }).load(list)

/** Reads a page of a list of backlinks, in one statement with the other lists of the request of the same selection. */
export const loadBacklinks = (
  context: Context,
  selection: BacklinkSelection,
  list: RevisionList,
): Promise<BacklinkPage> =>
  getOrCreate(listLoaders(context).backlinks, JSON.stringify(selection), () =>
    createLoader(context, selection.window, Number.POSITIVE_INFINITY, (lists) =>
      readBacklinkPages(context.database.query, selection, lists),
    ),
  ).load(list)

/**
 * Returns a loader whose statements are bounded, and run one after the other until the operation is stopped. That of one
 * page or file is so small that it does not wait for the others.
 */
const createLoader = <Page extends { readonly rows: readonly unknown[] }>(
  context: Context,
  { limit }: Window,
  listsPerStatement: number,
  read: (lists: readonly RevisionList[]) => Promise<Page[]>,
): Lists<Page> =>
  new DataLoader(
    async (lists) => {
      const readLists = async () => {
        const pages = await read(lists)
        context.cost?.readRows(pages.reduce((sum, { rows }) => sum + rows.length, 0))
        return pages
      }
      if (lists.length > 1 || lists[0]?.id === null) return oneAtATime(context, readLists)
      context.cost?.assertRunning()
      return readLists()
    },
    {
      cacheKeyFn: ({ revision, id }) => `${revision.id} ${id}`,
      maxBatchSize: Math.min(
        listsPerStatement,
        Math.max(1, Math.floor(linkLimits.rowsPerStatement / (limit + 1))),
      ),
    },
  )
