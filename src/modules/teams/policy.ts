import { organizationsWith } from '../../access/authorize.ts'
import { permissionTable } from '../../access/permissions.ts'
import { roleAtLeast } from '../../access/roles.ts'
import { noRows, type Viewer, visibleOrganizations } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { collectionsWith, spacesWithAdministerRole } from '../collections/policy.ts'

/** Matches the teams of organizations whose teams the viewer may list, and those that the viewer is in. */
export const readableTeams = (viewer: Viewer): Prisma.TeamWhereInput =>
  viewer.kind === 'visitor'
    ? noRows
    : {
        organizationId: { in: visibleOrganizations(viewer) },
        OR: [
          { organizationId: { in: organizationsWith(viewer, 'organization:list-teams') } },
          { id: { in: [...viewer.teams.keys()] } },
        ],
      }

/** Matches also the teams that have a permission on what the viewer administers, whose permissions the viewer may list. */
export const knownTeams = (viewer: Viewer): Prisma.TeamWhereInput => {
  if (viewer.kind === 'visitor') return noRows
  const sites = [...viewer.grants.sites].filter(([, role]) =>
    roleAtLeast(role, permissionTable['site:administer']),
  )
  return {
    OR: [
      readableTeams(viewer),
      {
        organizationId: { in: visibleOrganizations(viewer) },
        contentPermissions: {
          some: {
            OR: [
              { space: spacesWithAdministerRole(viewer) },
              { collection: collectionsWith(viewer, 'collection:administer') },
              { siteId: { in: sites.map(([id]) => id) } },
            ],
          },
        },
      },
    ],
  }
}
