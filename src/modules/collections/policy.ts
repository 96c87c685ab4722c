import { type PermissionOn, permissionTable } from '../../access/permissions.ts'
import { roleAtLeast, roleOrder } from '../../access/roles.ts'
import {
  administeredOrganizations,
  type Member,
  noRows,
  organizationsOfMember,
  roleOfVisitors,
  type SiteVisitor,
  type Viewer,
  visibleOrganizations,
} from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Role } from '../../generated/prisma/enums.ts'
import { retentionStart } from '../organizations/retention.ts'

/** Returns the ids of the organizations in which the member is no admin, but has at least this role. Guests have none. */
const organizationsWithRole = (member: Member, minimum: Role) =>
  organizationsOfMember(member, (role) => role !== 'ADMIN' && roleAtLeast(role, minimum))

const grantedWithRole = (granted: ReadonlyMap<string, Role>, minimum: Role) =>
  [...granted].filter(([, role]) => roleAtLeast(role, minimum)).map(([id]) => id)

/**
 * Matches content on which the member has at least this role: as admin of the organization, by its effective level, or
 * by a grant on it or on an ancestor. Equivalent to roleOnSpace and roleOnCollection.
 */
const contentWithRole = (member: Member, granted: ReadonlyMap<string, Role>, minimum: Role) => {
  const levels = roleOrder.filter((role) => roleAtLeast(role, minimum))
  return {
    organizationId: { in: visibleOrganizations(member) },
    OR: [
      { organizationId: { in: administeredOrganizations(member) } },
      { effectiveLevel: 'INHERIT' as const, organizationId: { in: organizationsWithRole(member, minimum) } },
      { effectiveLevel: { in: levels }, organizationId: { in: organizationsWithRole(member, 'READ') } },
      { id: { in: grantedWithRole(granted, minimum) } },
      { ancestors: { hasSome: grantedWithRole(member.grants.collections, minimum) } },
    ],
  }
}

/** Matches the spaces on which the member has at least this role, including deleted ones. */
export const spacesWithRole = (member: Member, minimum: Role) =>
  contentWithRole(member, member.grants.spaces, minimum)

/** Matches the collections on which the member has at least this role, including deleted ones. */
export const collectionsWithRole = (member: Member, minimum: Role) =>
  contentWithRole(member, member.grants.collections, minimum)

/** Matches the spaces that a site shows to its visitor, who may do nothing but read them. */
const spacesOfVisit = ({ organizationId, spaces }: SiteVisitor, permission: PermissionOn<'space'>) =>
  roleAtLeast(roleOfVisitors, permissionTable[permission])
    ? { organizationId, id: { in: [...spaces] } }
    : noRows

/** Matches the spaces on which the viewer has the permission, including deleted ones. */
export const spacesWith = (viewer: Viewer, permission: PermissionOn<'space'>) =>
  viewer.kind === 'visitor'
    ? spacesOfVisit(viewer, permission)
    : spacesWithRole(viewer, permissionTable[permission])

/** Matches the collections on which the viewer has the permission, including deleted ones. Sites show no collections. */
export const collectionsWith = (viewer: Viewer, permission: PermissionOn<'collection'>) =>
  viewer.kind === 'visitor' ? noRows : collectionsWithRole(viewer, permissionTable[permission])

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
export const readableContent = (viewer: Viewer): Prisma.ContentWhereInput => ({
  deletedAt: null,
  OR: [
    { kind: 'SPACE', ...spacesWith(viewer, 'space:view') },
    { kind: 'COLLECTION', ...collectionsWith(viewer, 'collection:view') },
  ],
})

/** Matches the spaces that the viewer may administer, including deleted ones. */
export const spacesWithAdministerRole = (viewer: Viewer): Prisma.SpaceWhereInput =>
  spacesWith(viewer, 'space:administer')

/** To create content in an organization or a collection. */
export const parentPermission = ['organization:create-content', 'collection:create-content'] as const
