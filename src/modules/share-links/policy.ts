import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { administeredSites } from '../sites/policy.ts'

/** Returns a filter for the links of sites that the viewer may administer, because a link contains its key. */
export const readableShareLinks = (viewer: Viewer): Prisma.ShareLinkWhereInput => ({
  site: administeredSites(viewer),
})
