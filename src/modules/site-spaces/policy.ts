import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { readableSites } from '../sites/policy.ts'
import { readableSpaces } from '../spaces/policy.ts'

/** Returns a filter for the site-spaces of a readable site whose space the viewer may read too. Visitors see no drafts. */
export const shownSiteSpaces = (viewer: Viewer): Prisma.SiteSpaceWhereInput => ({
  ...(viewer.kind === 'visitor' && { draft: false }),
  space: readableSpaces(viewer),
})

/** Returns a filter for the readable site-spaces of all sites. */
export const readableSiteSpaces = (viewer: Viewer): Prisma.SiteSpaceWhereInput => ({
  site: readableSites(viewer),
  ...shownSiteSpaces(viewer),
})
