import { forbidden } from '../errors.ts'
import type { Role } from '../generated/prisma/enums.ts'
import { type Permission, type PermissionOn, permissionTable } from './permissions.ts'
import { roleAtLeast } from './roles.ts'
import {
  type ContentRights,
  isMember,
  roleInOrganization,
  roleOnCollection,
  roleOnSite,
  roleOnSpace,
  roleOnTeam,
  type SiteRights,
  type TeamRights,
  type Viewer,
} from './viewer.ts'

const holds = (permission: Permission, role: Role | null, member: boolean): boolean => {
  const minimum = permissionTable[permission]
  return minimum === 'MEMBER' ? member : roleAtLeast(role, minimum)
}

/** Whether the viewer holds a permission on an organization. Pure: everything needed came with the viewer. */
export const mayOnOrganization = (
  viewer: Viewer,
  permission: PermissionOn<'organization'>,
  organizationId: string,
): boolean => holds(permission, roleInOrganization(viewer, organizationId), isMember(viewer, organizationId))

/** The organizations of the viewer on which they hold a permission, for the `where` of a policy. */
export const organizationsWith = (viewer: Viewer, permission: PermissionOn<'organization'>): string[] =>
  [...viewer.memberships.keys()].filter((id) => mayOnOrganization(viewer, permission, id))

export const mayOnCollection = (
  viewer: Viewer,
  permission: PermissionOn<'collection'>,
  collection: ContentRights,
): boolean =>
  holds(permission, roleOnCollection(viewer, collection), isMember(viewer, collection.organizationId))

export const mayOnSpace = (
  viewer: Viewer,
  permission: PermissionOn<'space'>,
  space: ContentRights,
): boolean => holds(permission, roleOnSpace(viewer, space), isMember(viewer, space.organizationId))

export const mayOnSite = (viewer: Viewer, permission: PermissionOn<'site'>, site: SiteRights): boolean =>
  holds(permission, roleOnSite(viewer, site), isMember(viewer, site.organizationId))

export const mayOnTeam = (viewer: Viewer, permission: PermissionOn<'team'>, team: TeamRights): boolean =>
  holds(permission, roleOnTeam(viewer, team), isMember(viewer, team.organizationId))

/** Refuses with FORBIDDEN. Ask only about what the viewer may know of; hidden things are NOT_FOUND before. */
export function assertPermission(allowed: boolean, permission: Permission): void {
  if (!allowed) throw forbidden(`This needs the permission ${permission}.`)
}

export const authorizeOrganization = (
  viewer: Viewer,
  permission: PermissionOn<'organization'>,
  organizationId: string,
): void => assertPermission(mayOnOrganization(viewer, permission, organizationId), permission)

export const authorizeCollection = (
  viewer: Viewer,
  permission: PermissionOn<'collection'>,
  collection: ContentRights,
): void => assertPermission(mayOnCollection(viewer, permission, collection), permission)

export const authorizeSpace = (
  viewer: Viewer,
  permission: PermissionOn<'space'>,
  space: ContentRights,
): void => assertPermission(mayOnSpace(viewer, permission, space), permission)

export const authorizeSite = (viewer: Viewer, permission: PermissionOn<'site'>, site: SiteRights): void =>
  assertPermission(mayOnSite(viewer, permission, site), permission)

export const authorizeTeam = (viewer: Viewer, permission: PermissionOn<'team'>, team: TeamRights): void =>
  assertPermission(mayOnTeam(viewer, permission, team), permission)
