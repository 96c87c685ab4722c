import { inExistingOrganization } from '../../../access/existing-organization.ts'
import { readCompletePageByPath } from '../../content/computed/complete-reads.ts'
import type { LocatedPage } from '../../content/located-content.ts'
import { readTargets } from '../../redirects/targets.ts'
import { publishedAddress } from '../../sites/addresses.ts'
import type { Services } from '../visits/admission.ts'
import { isVisibleTarget, readStructure, visibleStructure } from '../visits/visible-structure.ts'

/** A site that publishes content, and the address of the content on it. */
export interface PublicAddress {
  readonly site: string
  readonly address: string
  /** The title of the page or the space, which visitors see there. */
  readonly title: string
}

/** The sites of a space that are looked at, the oldest first. */
const maximumSites = 5

/** A visitor about whom nothing is known. */
const anybody = { claims: {} }

/**
 * Returns the addresses at which anybody can read a space, or a page of it: on public sites that show it to visitors without
 * claims, and only for a page that is in their navigation.
 */
export async function publicAddresses(
  { config, database }: Services,
  spaceId: string,
  pageId: string | null,
): Promise<readonly PublicAddress[]> {
  const sites = await database.prisma.site.findMany({
    where: {
      published: true,
      visibility: 'PUBLIC',
      ...inExistingOrganization,
      siteSpaces: { some: { spaceId, space: { deletedAt: null } } },
    },
    orderBy: { id: 'asc' },
    take: maximumSites,
  })
  const found = await Promise.all(
    sites.map(async (site) => {
      const structure = visibleStructure(await readStructure(database, site), anybody)
      const place = structure.siteSpaces.find((siteSpace) => siteSpace.spaceId === spaceId)
      const address = publishedAddress(config, site)
      if (!place || address === null) return []
      const destination = { sectionId: null, siteSpaceId: place.id, url: null }
      const [target, root] = await readTargets(database.query, [
        { ...destination, pageId },
        { ...destination, pageId: null },
      ])
      if (!target || !root || target.pageIsGone || !isVisibleTarget(structure)(target)) return []
      const inSpace = target.path.slice(root.path.length)
      const pages = await pagesOnPath({ config, database }, place.space.revisionId, inSpace)
      if (pages.some((page) => !page || page.hidden)) return []
      const title = pages.at(-1)?.title ?? place.space.title
      return [{ site: site.title, address: `${address}${target.path}`, title }]
    }),
  )
  return found.flat()
}

/** Returns the pages above the page at a path, outermost first, and that page. Null in the place of one that is gone. */
function pagesOnPath(
  { database }: Services,
  revisionId: string,
  path: string,
): Promise<(LocatedPage | null)[]> {
  const slugs = path.split('/').filter(Boolean).map(decodeURIComponent)
  return Promise.all(
    slugs.map((_slug, index) =>
      readCompletePageByPath(database.query, revisionId, slugs.slice(0, index + 1).join('/')),
    ),
  )
}
