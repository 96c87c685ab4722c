import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

/**
 * Returns a filter for the sites of organizations in which the viewer is more than a guest, and the sites granted to
 * the viewer.
 */
export const readableSites = (viewer: Viewer): Prisma.SiteWhereInput => ({
  organizationId: { in: [...viewer.memberships.keys()] },
  OR: [
    {
      organizationId: {
        in: [...viewer.memberships].filter(([, role]) => role !== null).map(([id]) => id),
      },
    },
    { id: { in: [...viewer.grants.sites.keys()] } },
  ],
})
