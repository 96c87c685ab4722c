import { noteOrganization } from '../base/current-request.ts'
import { AppError } from '../base/errors.ts'
import type { Role } from '../generated/prisma/enums.ts'
import {
  type Permission,
  type PermissionOn,
  type PermissionResource,
  permissionTable,
} from './permissions.ts'
import { forbidden } from './reasons.ts'
import { permissionChoices, type RequiredPermission } from './required-permission.ts'
import { roleAtLeast } from './roles.ts'
import {
  type ContentRights,
  contentRights,
  isUser,
  mayOnlyRead,
  maySeeOrganization,
  roleInOrganization,
  roleOfMembership,
  roleOnCollection,
  roleOnSite,
  roleOnSpace,
  roleOnTeam,
  type SiteRights,
  type TeamRights,
  type Viewer,
  visibleOrganizations,
} from './viewer.ts'

/** Returns whether a member of the organization with the role on a resource has the permission on it. */
export const roleIncludes = (role: Role | null, permission: Permission): boolean =>
  holds(permission, role, true)

const holds = (permission: Permission, role: Role | null, seesOrganization: boolean): boolean => {
  const minimum = permissionTable[permission]
  return minimum === 'MEMBER' ? seesOrganization : roleAtLeast(role, minimum)
}

/** Returns whether the viewer has a permission on an organization. Needs no query: the viewer has all memberships. */
export const mayOnOrganization = (
  viewer: Viewer,
  permission: PermissionOn<'organization'>,
  organizationId: string,
): boolean =>
  (permission === readEvents && readsEvents(viewer, organizationId)) ||
  holds(permission, roleInOrganization(viewer, organizationId), maySeeOrganization(viewer, organizationId))

const readEvents = 'organization:read-events' satisfies Permission

/** Returns whether the viewer has a token that reads events of the organization, and nothing else. */
const readsEvents = (viewer: Viewer, organizationId: string): boolean =>
  viewer.kind === 'member' && viewer.onlyEventsOf?.has(organizationId) === true

/** Returns the ids of the organizations on which the viewer has a permission, for the `where` of a policy. */
export const organizationsWith = (viewer: Viewer, permission: PermissionOn<'organization'>): string[] =>
  visibleOrganizations(viewer).filter((id) => mayOnOrganization(viewer, permission, id))

export const mayOnCollection = (
  viewer: Viewer,
  permission: PermissionOn<'collection'>,
  collection: ContentRights,
): boolean =>
  holds(
    permission,
    roleOnCollection(viewer, collection),
    maySeeOrganization(viewer, collection.organizationId),
  )

export const mayOnSpace = (
  viewer: Viewer,
  permission: PermissionOn<'space'>,
  space: ContentRights,
): boolean => holds(permission, roleOnSpace(viewer, space), maySeeOrganization(viewer, space.organizationId))

export const mayOnSite = (viewer: Viewer, permission: PermissionOn<'site'>, site: SiteRights): boolean =>
  holds(permission, roleOnSite(viewer, site), maySeeOrganization(viewer, site.organizationId))

export const mayOnTeam = (viewer: Viewer, permission: PermissionOn<'team'>, team: TeamRights): boolean =>
  holds(permission, roleOnTeam(viewer, team), maySeeOrganization(viewer, team.organizationId))

/** The caller of an operation, and the permission that the operation declares. */
export interface Caller {
  readonly viewer: Viewer | null
  readonly permission?: RequiredPermission
}

/** Selects the permission, if an operation declares different ones for authors or the users themselves and for others. */
export interface Ownership {
  /** Whether the caller is the author, or the user that the operation is about. */
  readonly own: boolean
}

/** Returns the permission that the operation declares for a kind of resource. Throws unless it declares exactly one. */
export function declaredPermission<Kind extends PermissionResource>(
  { permission: required = 'public' }: Caller,
  kind: Kind,
  { own }: Ownership = { own: false },
): PermissionOn<Kind> {
  const isOnKind = (permission: Permission): permission is PermissionOn<Kind> =>
    permission.startsWith(`${kind}:`)
  const [permission, ...more] = permissionChoices(required, own).filter(isOnKind)
  if (permission === undefined || more.length > 0)
    throw new Error(`The operation must declare one permission for a resource of the kind ${kind}.`)
  return permission
}

/**
 * Throws FORBIDDEN without the permission on a resource of an organization. For visible resources only: hidden resources must be
 * NOT_FOUND.
 */
function assertPermission<Kind extends PermissionResource>(
  caller: Caller,
  kind: Kind,
  organizationId: string,
  ownership: Ownership | undefined,
  may: (viewer: Viewer, permission: PermissionOn<Kind>) => boolean,
): void {
  noteOrganization(organizationId)
  const permission = declaredPermission(caller, kind, ownership)
  if (!caller.viewer || !may(caller.viewer, permission))
    throw forbidden('PERMISSION_REQUIRED', { permission })
}

/** Returns whether there can be an object on which the viewer has the permission. */
function mayOnAny(viewer: Viewer, permission: Permission): boolean {
  if (viewer.kind === 'visitor') return true
  const { memberships, teams, grants, onlyEventsOf } = viewer
  if (permission === readEvents && onlyEventsOf) return onlyEventsOf.size > 0
  const roles = [...memberships.values()]
  if (permission.startsWith('organization:')) return roles.some((role) => roleIncludes(role, permission))
  // The level of content can give members more than their own role, but nothing to guests, who have none.
  if (roles.some((role) => role !== null)) return true
  const granted = [grants.spaces, grants.collections, grants.sites].flatMap((given) => [...given.values()])
  return [...[...teams.values()].map(roleOfMembership), ...granted].some((role) =>
    roleIncludes(role, permission),
  )
}

/**
 * Throws for a field of a type what is known before its parents are read: UNAUTHENTICATED, or FORBIDDEN for a permission that
 * the caller has on no object at all.
 */
export function authorizeWithoutParent(caller: Caller, required: RequiredPermission, type: string): void {
  if (type === 'Query') assertMayAsk(caller, required)
  if (required === 'public') return
  if (type === 'Query' || required === 'authenticated') assertToken(caller, 'read')
  else assertPossible(caller, required)
}

/** Throws FORBIDDEN for a field of Query that does not lead to events, where the token reads nothing else. */
export function assertMayAsk({ viewer }: Caller, required: RequiredPermission): void {
  if (viewer?.kind !== 'member' || !viewer.onlyEventsOf) return
  if (required !== 'organization:view' && required !== readEvents) throw forbidden('TOKEN_ONLY_EVENTS')
}

function assertPossible({ viewer }: Caller, required: RequiredPermission): void {
  const choices = [true, false].flatMap((own) => permissionChoices(required, own))
  const [first] = choices
  if (viewer && first && !choices.some((permission) => mayOnAny(viewer, permission)))
    throw forbidden('PERMISSION_REQUIRED', { permission: first })
}

export const authorizeOrganization = (caller: Caller, organizationId: string, ownership?: Ownership): void =>
  assertPermission(caller, 'organization', organizationId, ownership, (viewer, permission) =>
    mayOnOrganization(viewer, permission, organizationId),
  )

export const authorizeCollection = (caller: Caller, collection: ContentRights): void =>
  assertPermission(caller, 'collection', collection.organizationId, undefined, (viewer, permission) =>
    mayOnCollection(viewer, permission, collection),
  )

export const authorizeSpace = (caller: Caller, space: ContentRights, ownership?: Ownership): void =>
  assertPermission(caller, 'space', space.organizationId, ownership, (viewer, permission) =>
    mayOnSpace(viewer, permission, space),
  )

export const authorizeSite = (caller: Caller, site: SiteRights): void =>
  assertPermission(caller, 'site', site.organizationId, undefined, (viewer, permission) =>
    mayOnSite(viewer, permission, site),
  )

export const authorizeTeam = (caller: Caller, team: TeamRights): void =>
  assertPermission(caller, 'team', team.organizationId, undefined, (viewer, permission) =>
    mayOnTeam(viewer, permission, team),
  )

/** Throws UNAUTHENTICATED without a viewer, and FORBIDDEN for a write with a read-only token. */
export function assertToken({ viewer }: Caller, use: 'read' | 'write'): void {
  if (!viewer) throw new AppError('UNAUTHENTICATED')
  if (use === 'write' && mayOnlyRead(viewer)) throw forbidden('TOKEN_READ_ONLY')
}

/** Throws FORBIDDEN for a read-only token. A secret, such as the key of a link, lets its holder do more than read. */
export function assertMayReadSecrets(viewer: Viewer): void {
  if (mayOnlyRead(viewer)) throw forbidden('TOKEN_READ_ONLY')
}

/** Checks a permission on the organization of an object, if that is what its field declares. */
const orOnOrganization =
  <Parent extends { organizationId: string }>(check: (caller: Caller, parent: Parent) => void) =>
  (caller: Caller, parent: Parent): void => {
    const choices = permissionChoices(caller.permission ?? 'public')
    if (choices.every((permission) => permission.startsWith('organization:')))
      authorizeOrganization(caller, parent.organizationId)
    else check(caller, parent)
  }

interface ParentCheck {
  readonly check: (caller: Caller, parent: never) => void
  /** The columns of the parent that it reads. */
  readonly columns: readonly string[]
}

/** The checks of permissions on objects whose fields declare them, by name of the type. */
const checkOnParent: Readonly<Record<string, ParentCheck>> = {
  Organization: {
    check: (caller, { id }: { id: string }) => authorizeOrganization(caller, id),
    columns: ['id'],
  },
  Collection: { check: orOnOrganization(authorizeCollection), columns: contentRights },
  Space: { check: orOnOrganization(authorizeSpace), columns: contentRights },
  Site: { check: orOnOrganization(authorizeSite), columns: ['id', 'organizationId'] },
  Team: { check: authorizeTeam, columns: ['id', 'organizationId'] },
  Member: {
    check: (caller, { organizationId, userId }: { organizationId: string; userId: string }) =>
      authorizeOrganization(caller, organizationId, { own: isUser(caller.viewer, userId) }),
    columns: ['organizationId', 'userId'],
  },
}

/** Returns whether fields of the type may declare a permission. */
export const isAuthorizedParent = (type: string): boolean => type in checkOnParent

/** Returns the columns of a parent that are needed to check the permissions of its fields. */
export const columnsOfAuthorization = (type: string): readonly string[] => checkOnParent[type]?.columns ?? []

/** Asserts the permission that a field declares on the parent object of the field. */
export function authorizeParent(caller: Caller, type: string, parent: unknown): void {
  const authorization = checkOnParent[type]
  if (!authorization) throw new Error(`No permission can be checked on ${type}.`)
  authorization.check(caller, parent as never)
}
