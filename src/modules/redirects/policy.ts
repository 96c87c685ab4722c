import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { shownSiteSpaces } from '../site-spaces/policy.ts'
import { readableSites } from '../sites/policy.ts'

/**
 * Returns a filter for the redirects of a readable site whose targets the viewer may read. Visitors of the site see no
 * drafts.
 */
export const shownRedirects = (viewer: Viewer): Prisma.SiteRedirectWhereInput => ({
  ...(viewer.kind === 'visitor' && { draft: false }),
  OR: [{ siteSpaceId: null }, { siteSpace: shownSiteSpaces(viewer) }],
})

/** Returns a filter for the redirects of all sites. */
export const readableRedirects = (viewer: Viewer): Prisma.SiteRedirectWhereInput => ({
  site: readableSites(viewer),
  ...shownRedirects(viewer),
})
