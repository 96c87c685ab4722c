import { permissionTable } from '../../access/permissions.ts'
import { roleAtLeast } from '../../access/roles.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { Prisma, Site } from '../../generated/prisma/client.ts'

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

/** Returns a filter for the sites that the viewer may administer. */
export function administeredSites(viewer: Viewer): Prisma.SiteWhereInput {
  const least = permissionTable['site:administer']
  const organizations = [...viewer.memberships].filter(([, role]) => roleAtLeast(role, least))
  const sites = [...viewer.grants.sites].filter(([, role]) => roleAtLeast(role, least))
  return {
    organizationId: { in: [...viewer.memberships.keys()] },
    OR: [
      { organizationId: { in: organizations.map(([id]) => id) } },
      { id: { in: sites.map(([id]) => id) } },
    ],
  }
}

/** Returns whether everybody may visit the site. */
export const isOpenToAll = ({ published, visibility }: Pick<Site, 'published' | 'visibility'>): boolean =>
  published && (visibility === 'PUBLIC' || visibility === 'UNLISTED')
