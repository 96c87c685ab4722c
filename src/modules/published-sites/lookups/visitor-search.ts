import { visitOf } from '../../../access/viewer.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import type { Connection } from '../../../graph/declare/connection.ts'
import type { Window } from '../../../graph/declare/keyset.ts'
import { type Context, ownerOf, viewerOf } from '../../../request/context.ts'
import { type SearchArguments, type SpaceResult, searchSpaces } from '../../search/service.ts'
import { SiteCache } from '../site-cache.ts'
import { type Finding, findablePaths } from '../visible-content/findable-pages.ts'
import { readSpacePages } from '../visible-content/space-pages.ts'

/** The most spaces of which a visitor is given pages. */
const spacesForVisitor = 100

/**
 * Searches for a visitor, who is given and counts only pages that they can find on the site as well. The search itself knows
 * nothing of conditions, so that its results are read as a whole before they are counted.
 */
export function searchForVisitor(
  context: Context,
  filter: Prisma.SpaceWhereInput,
  args: SearchArguments,
): Connection<SpaceResult> {
  const window = searchSpaces(context, filter, args).window
  let reading: ReturnType<typeof findForVisitor> | undefined
  const find = () => {
    reading ??= findForVisitor(context, filter, args.search)
    return reading
  }
  return {
    window,
    count: async () => (await find()).length,
    page: async () => pageOf(await find(), window),
  }
}

type Edge = { node: SpaceResult; cursor: string }

async function findForVisitor(
  context: Context,
  filter: Prisma.SpaceWhereInput,
  search: string,
): Promise<Edge[]> {
  const { edges } = await searchSpaces(context, filter, { search, first: spacesForVisitor }).page()
  const pages = edges.flatMap(({ node }) => node.pages)
  const paths = await findablePaths(findingOf(context), pages)
  return edges.flatMap(({ node, cursor }) => {
    const found = node.pages.filter((page) => paths.has(page))
    return found.length > 0 ? [{ node: { ...node, pages: found }, cursor }] : []
  })
}

function findingOf(context: Context): Finding {
  const visit = visitOf(viewerOf(context))
  if (!visit) throw new Error('only visitors find less than what is there')
  const reading = { services: context, cache: new SiteCache(0), computedVersion: '' }
  return {
    run: context.database.query,
    owner: ownerOf(context),
    holds: visit.holds,
    pagesOf: (revisionId) => readSpacePages(reading, revisionId),
  }
}

/** Returns the part of the results that a window shows. */
function pageOf(
  edges: readonly Edge[],
  { limit, backward, cursor }: Window,
): { edges: Edge[]; more: boolean } {
  const ordered = backward ? edges.toReversed() : edges
  const start = cursor === null ? 0 : ordered.findIndex((edge) => edge.cursor === cursor) + 1
  const page = ordered.slice(start, start + limit)
  return { edges: backward ? page.toReversed() : page, more: ordered.length > start + limit }
}
