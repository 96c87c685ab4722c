import { permissionTable } from '../../access/permissions.ts'
import { roleAtLeast } from '../../access/roles.ts'
import { noRows, organizationsOfMember, type Viewer, visibleOrganizations } from '../../access/viewer.ts'
import type { Prisma, Site } from '../../generated/prisma/client.ts'

/**
 * Returns a filter for the sites of organizations in which the viewer is more than a guest, and the sites granted to
 * the viewer. A visitor may read the site that they visit.
 */
export const readableSites = (viewer: Viewer): Prisma.SiteWhereInput =>
  viewer.kind === 'visitor'
    ? { organizationId: viewer.organizationId, id: viewer.visit.siteId }
    : {
        organizationId: { in: visibleOrganizations(viewer) },
        OR: [
          { organizationId: { in: organizationsOfMember(viewer, (role) => role !== null) } },
          { id: { in: [...viewer.grants.sites.keys()] } },
        ],
      }

export function administeredSites(viewer: Viewer): Prisma.SiteWhereInput {
  if (viewer.kind === 'visitor') return noRows
  const least = permissionTable['site:administer']
  const organizations = organizationsOfMember(viewer, (role) => roleAtLeast(role, least))
  const sites = [...viewer.grants.sites].filter(([, role]) => roleAtLeast(role, least))
  return {
    organizationId: { in: visibleOrganizations(viewer) },
    OR: [{ organizationId: { in: organizations } }, { id: { in: sites.map(([id]) => id) } }],
  }
}

/** Returns whether everybody may visit the site. */
export const isOpenToAll = ({ published, visibility }: Pick<Site, 'published' | 'visibility'>): boolean =>
  published && (visibility === 'PUBLIC' || visibility === 'UNLISTED')
