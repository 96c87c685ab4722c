import { permissionTable } from '../../access/permissions.ts'
import { roleAtLeast } from '../../access/roles.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

/** Returns a filter for the links of sites that the viewer may administer, because a link contains its key. */
export function readableShareLinks(viewer: Viewer): Prisma.ShareLinkWhereInput {
  const least = permissionTable['site:administer']
  const organizations = [...viewer.memberships].filter(([, role]) => roleAtLeast(role, least))
  const sites = [...viewer.grants.sites].filter(([, role]) => roleAtLeast(role, least))
  return {
    site: {
      organizationId: { in: [...viewer.memberships.keys()] },
      OR: [
        { organizationId: { in: organizations.map(([id]) => id) } },
        { id: { in: sites.map(([id]) => id) } },
      ],
    },
  }
}
