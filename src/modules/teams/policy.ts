import { mayOnOrganization } from '../../access/authorize.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

/** Matches the teams of organizations whose teams the viewer may list, and those that the viewer is in. */
export const readableTeams = (viewer: Viewer): Prisma.TeamWhereInput => {
  const organizations = [...viewer.memberships.keys()]
  return {
    organizationId: { in: organizations },
    OR: [
      {
        organizationId: {
          in: organizations.filter((id) => mayOnOrganization(viewer, 'organization:list-teams', id)),
        },
      },
      { id: { in: [...viewer.teams.keys()] } },
    ],
  }
}
