import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { administeredSites } from '../sites/policy.ts'

/** Matches the pictures of sites that the viewer may administer. Everybody may load the bytes of a picture by its address. */
export const readableSiteImages = (viewer: Viewer): Prisma.SiteImageWhereInput => ({
  site: administeredSites(viewer),
})
