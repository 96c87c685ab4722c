import { permissionTable } from '../../access/permissions.ts'
import { roleAtLeast, roleOrder } from '../../access/roles.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Role } from '../../generated/prisma/enums.ts'

/** The organizations where the viewer has at least this role; a guest has none. */
const organizationsWithRole = (viewer: Viewer, minimum: Role) =>
  [...viewer.memberships].filter(([, role]) => roleAtLeast(role, minimum)).map(([id]) => id)

const grantedWithRole = (granted: ReadonlyMap<string, Role>, minimum: Role) =>
  [...granted].filter(([, role]) => roleAtLeast(role, minimum)).map(([id]) => id)

/**
 * Content on which the viewer has at least this role: as admin of its organization, by its level after inheritance,
 * or by what was granted on it or around it. The same rule as roleOnSpace and roleOnCollection, as a condition.
 */
export const contentWithRole = (viewer: Viewer, granted: ReadonlyMap<string, Role>, minimum: Role) => {
  const levels = roleOrder.filter((role) => roleAtLeast(role, minimum))
  return {
    organizationId: { in: [...viewer.memberships.keys()] },
    OR: [
      { organizationId: { in: organizationsWithRole(viewer, 'ADMIN') } },
      { effectiveLevel: 'INHERIT' as const, organizationId: { in: organizationsWithRole(viewer, minimum) } },
      { effectiveLevel: { in: levels }, organizationId: { in: organizationsWithRole(viewer, 'READ') } },
      { id: { in: grantedWithRole(granted, minimum) } },
      { ancestors: { hasSome: grantedWithRole(viewer.grants.collections, minimum) } },
    ],
  }
}

export const readableCollections = (viewer: Viewer): Prisma.CollectionWhereInput =>
  contentWithRole(viewer, viewer.grants.collections, permissionTable['collection:view'])

/** Spaces the viewer may read, deleted ones included; callers say which they mean. */
export const contentOfSpaces = (viewer: Viewer): Prisma.SpaceWhereInput =>
  contentWithRole(viewer, viewer.grants.spaces, permissionTable['space:view'])

/** Spaces the viewer may administer, deleted ones included; callers say which they mean. */
export const administrableContentOfSpaces = (viewer: Viewer): Prisma.SpaceWhereInput =>
  contentWithRole(viewer, viewer.grants.spaces, permissionTable['space:administer'])
