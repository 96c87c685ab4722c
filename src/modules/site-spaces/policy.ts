import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { readableSites } from '../sites/policy.ts'
import { readableSpaces } from '../spaces/policy.ts'

/** Of a site that the viewer may read: the site-spaces whose space they may read too. */
export const shownSiteSpaces = (viewer: Viewer): Prisma.SiteSpaceWhereInput => ({
  space: readableSpaces(viewer),
})

/** Of all sites. */
export const readableSiteSpaces = (viewer: Viewer): Prisma.SiteSpaceWhereInput => ({
  site: readableSites(viewer),
  ...shownSiteSpaces(viewer),
})
