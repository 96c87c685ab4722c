import type { LocatedPage } from '../../modules/content/located-content.ts'
import { readWholeBodies } from '../../modules/published-sites/visible-content/page-bodies.ts'
import { readSiteSpacePages } from '../../modules/published-sites/visible-content/space-pages.ts'
import type { VisibleSiteSpace } from '../../modules/published-sites/visits/visible-structure.ts'
import { encodePagePath, siteSpacePath, type Visit } from '../../modules/published-sites/visits/visit.ts'
import type { FoundPage } from '../../sites/pages/page-at-path.ts'
import { withCustomization } from '../../sites/pages/page-customization.ts'
import { readPageView } from '../../sites/pages/page-responses.ts'
import { publishedMarkdown } from '../../sites/pages/published-markdown.ts'
import { isListedForMachines, listedPages, listedSiteSpaces } from '../../sites/resources/listed-pages.ts'
import { ToolError } from '../tool-answers.ts'

export interface ListedPage {
  readonly title: string
  readonly description?: string
  readonly url: string
  /** The title of the space that it is in. */
  readonly space: string
}

export interface PageList {
  readonly pages: readonly ListedPage[]
  readonly nextCursor?: string
}

/** Lists the pages of a site that its texts for machines list, from a cursor on: the id of a site-space and a number of pages. */
export async function listSitePages(
  visit: Visit,
  cursor: string | undefined,
  limit: number,
): Promise<PageList> {
  const siteSpaces = listedSiteSpaces(visit)
  let { index, offset } = placeOf(siteSpaces, cursor)
  const pages: ListedPage[] = []
  for (; index < siteSpaces.length; index++, offset = 0) {
    const siteSpace = siteSpaces[index] as VisibleSiteSpace
    const listed = listedPages({ pages: await readSiteSpacePages(visit, siteSpace) }, isListedForMachines)
    const some = listed.slice(offset, offset + limit - pages.length)
    pages.push(...some.map((page) => listedPage(visit, siteSpace, page)))
    offset += some.length
    if (pages.length === limit && (offset < listed.length || index + 1 < siteSpaces.length))
      return { pages, nextCursor: `${siteSpace.id}.${offset}` }
  }
  return { pages }
}

function placeOf(siteSpaces: readonly VisibleSiteSpace[], cursor: string | undefined) {
  if (cursor === undefined) return { index: 0, offset: 0 }
  const [, id, offset] = /^(.+)\.(\d{1,9})$/.exec(cursor) ?? []
  const index = siteSpaces.findIndex((siteSpace) => siteSpace.id === id)
  if (index < 0) throw new ToolError('The cursor is not one of this list any more. Begin without a cursor.')
  return { index, offset: Number(offset) }
}

const listedPage = (visit: Visit, siteSpace: VisibleSiteSpace, page: LocatedPage): ListedPage => ({
  title: page.title,
  ...(page.description && { description: page.description }),
  url: visit.address + siteSpacePath(visit, siteSpace) + encodePagePath(page.path ?? ''),
  space: siteSpace.space.title,
})

/** Returns the Markdown of a page as the visitor is shown it. */
export async function readSitePage(plain: Visit, found: FoundPage): Promise<string> {
  const visit = withCustomization(plain, found.siteSpace)
  const [body] = await readWholeBodies(visit.services.database.query, [found.page])
  if (!body) throw new Error(`the body of page ${found.page.pageId} was not read`)
  const { references } = await readPageView(visit, found, body)
  return publishedMarkdown(found.page, body, references, visit)
}
