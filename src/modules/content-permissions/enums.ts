import { allPermissions, permissionDescriptions, resourceOfPermission } from '../../access/permissions.ts'
import { enumType } from '../../graphql/enum-type.ts'

/** `space:view-invite-links` → `SPACE_VIEW_INVITE_LINKS`. */
const enumName = (text: string): string => text.toUpperCase().replaceAll(/[:-]/g, '_')

export const PermissionEnum = enumType(
  'Permission',
  'A permission on a kind of object.',
  Object.fromEntries(
    allPermissions.map((permission) => [
      enumName(permission),
      {
        value: permission,
        description: permissionDescriptions[permission],
        extensions: { rest: permission },
      },
    ]),
  ),
)

export const PermissionResourceEnum = enumType(
  'PermissionResource',
  'A kind of object on which permissions are held.',
  Object.fromEntries(
    [...new Set(allPermissions.map(resourceOfPermission))].map((resource) => [
      enumName(resource),
      {
        value: resource,
        description: `Permissions on ${resource === 'organization' ? 'an' : 'a'} ${resource}.`,
      },
    ]),
  ),
)

export const PermissionOriginTypeEnum = enumType(
  'PermissionOriginType',
  'The kind of object on which a right was granted.',
  {
    ORGANIZATION: 'The organization.',
    COLLECTION: 'A collection.',
    SPACE: 'A space.',
    SITE: 'A site.',
  },
)

export const PermissionOriginMeansEnum = enumType(
  'PermissionOriginMeans',
  'The way in which a right was granted.',
  {
    ROLE: 'By the organization role of the member.',
    LEVEL: 'By the default level, which applies to all members with an organization role.',
    USER: 'Directly to the user.',
    TEAM: 'To a team of the user.',
  },
)
