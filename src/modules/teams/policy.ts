import { organizationsWith } from '../../access/authorize.ts'
import { permissionTable } from '../../access/permissions.ts'
import { roleAtLeast } from '../../access/roles.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { contentWithRole, spacesWithAdministerRole } from '../collections/policy.ts'

/** Matches the teams of organizations whose teams the viewer may list, and those that the viewer is in. */
export const readableTeams = (viewer: Viewer): Prisma.TeamWhereInput => ({
  organizationId: { in: [...viewer.memberships.keys()] },
  OR: [
    { organizationId: { in: organizationsWith(viewer, 'organization:list-teams') } },
    { id: { in: [...viewer.teams.keys()] } },
  ],
})

/** Matches also the teams that have a permission on what the viewer administers, whose permissions the viewer may list. */
export const knownTeams = (viewer: Viewer): Prisma.TeamWhereInput => {
  const sites = [...viewer.grants.sites].filter(([, role]) =>
    roleAtLeast(role, permissionTable['site:administer']),
  )
  const { collections } = viewer.grants
  const administered = contentWithRole(viewer, collections, permissionTable['collection:administer'])
  return {
    OR: [
      readableTeams(viewer),
      {
        organizationId: { in: [...viewer.memberships.keys()] },
        contentPermissions: {
          some: {
            OR: [
              { space: spacesWithAdministerRole(viewer) },
              { collection: administered },
              { siteId: { in: sites.map(([id]) => id) } },
            ],
          },
        },
      },
    ],
  }
}
