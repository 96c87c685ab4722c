import { type PermissionOn, permissionTable } from '../../access/permissions.ts'
import { roleAtLeast, roleOrder } from '../../access/roles.ts'
import { administeredOrganizations, type Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Role } from '../../generated/prisma/enums.ts'
import { retentionStart } from './retention.ts'

/** Returns the ids of the organizations in which the viewer is no admin, but has at least this role. Guests have none. */
const organizationsWithRole = (viewer: Viewer, minimum: Role) =>
  [...viewer.memberships]
    .filter(([, role]) => role !== 'ADMIN' && roleAtLeast(role, minimum))
    .map(([id]) => id)

const grantedWithRole = (granted: ReadonlyMap<string, Role>, minimum: Role) =>
  [...granted].filter(([, role]) => roleAtLeast(role, minimum)).map(([id]) => id)

/**
 * Matches content on which the viewer has at least this role: as admin of the organization, by its effective level, or
 * by a grant on it or on an ancestor. Equivalent to roleOnSpace and roleOnCollection.
 */
export const contentWithRole = (viewer: Viewer, granted: ReadonlyMap<string, Role>, minimum: Role) => {
  const levels = roleOrder.filter((role) => roleAtLeast(role, minimum))
  return {
    organizationId: { in: [...viewer.memberships.keys()] },
    OR: [
      { organizationId: { in: administeredOrganizations(viewer) } },
      { effectiveLevel: 'INHERIT' as const, organizationId: { in: organizationsWithRole(viewer, minimum) } },
      { effectiveLevel: { in: levels }, organizationId: { in: organizationsWithRole(viewer, 'READ') } },
      { id: { in: grantedWithRole(granted, minimum) } },
      { ancestors: { hasSome: grantedWithRole(viewer.grants.collections, minimum) } },
    ],
  }
}

/** Matches the spaces on which the viewer has the permission, including deleted ones. */
export const spacesWith = (viewer: Viewer, permission: PermissionOn<'space'>): Prisma.SpaceWhereInput =>
  contentWithRole(viewer, viewer.grants.spaces, permissionTable[permission])

/** Matches the collections on which the viewer has the permission, including deleted ones. */
export const collectionsWith = (
  viewer: Viewer,
  permission: PermissionOn<'collection'>,
): Prisma.CollectionWhereInput =>
  contentWithRole(viewer, viewer.grants.collections, permissionTable[permission])

/** Matches the collections that the viewer may read, without deleted ones. */
export const readableCollections = (viewer: Viewer): Prisma.CollectionWhereInput => ({
  deletedAt: null,
  ...collectionsWith(viewer, 'collection:view'),
})

/** Matches the deleted collections that the viewer may restore. */
export const restorableCollections = (viewer: Viewer): Prisma.CollectionWhereInput => ({
  deletedAt: { gte: retentionStart(new Date()) },
  ...collectionsWith(viewer, 'collection:administer'),
})

/** Matches the collections that the viewer may read by id: also deleted ones that the viewer may restore. */
export const readableCollectionsWithDeleted = (viewer: Viewer): Prisma.CollectionWhereInput => ({
  OR: [readableCollections(viewer), restorableCollections(viewer)],
})

/** Matches the spaces that the viewer may read, including deleted ones. */
export const spacesWithViewRole = (viewer: Viewer): Prisma.SpaceWhereInput => spacesWith(viewer, 'space:view')

/** Matches the spaces and collections that the viewer may read, without deleted ones. */
export const readableContent = (viewer: Viewer): Prisma.ContentWhereInput => {
  const { spaces, collections } = viewer.grants
  return {
    deletedAt: null,
    OR: [
      { kind: 'SPACE', ...contentWithRole(viewer, spaces, permissionTable['space:view']) },
      { kind: 'COLLECTION', ...contentWithRole(viewer, collections, permissionTable['collection:view']) },
    ],
  }
}

/** Matches the spaces that the viewer may administer, including deleted ones. */
export const spacesWithAdministerRole = (viewer: Viewer): Prisma.SpaceWhereInput =>
  spacesWith(viewer, 'space:administer')

/** To create content in an organization or a collection. */
export const parentPermission = ['organization:create-content', 'collection:create-content'] as const
