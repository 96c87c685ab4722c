import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { shownSiteSpaces } from '../site-spaces/policy.ts'
import { readableSites } from '../sites/policy.ts'

/** Of a site that the viewer may read: the redirects that lead to nothing hidden from them. */
export const shownRedirects = (viewer: Viewer): Prisma.SiteRedirectWhereInput => ({
  OR: [{ siteSpaceId: null }, { siteSpace: shownSiteSpaces(viewer) }],
})

/** Of all sites. */
export const readableRedirects = (viewer: Viewer): Prisma.SiteRedirectWhereInput => ({
  site: readableSites(viewer),
  ...shownRedirects(viewer),
})
