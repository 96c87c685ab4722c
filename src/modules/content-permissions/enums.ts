import { allPermissions, permissionDescriptions, resourceOfPermission } from '../../access/permissions.ts'
import { builder } from '../../graphql/builder.ts'

/** `space:view-invite-links` → `SPACE_VIEW_INVITE_LINKS`. */
const enumName = (text: string): string => text.toUpperCase().replaceAll(/[:-]/g, '_')

export const PermissionEnum = builder.enumType('Permission', {
  description: 'A permission on a kind of object.',
  values: Object.fromEntries(
    allPermissions.map((permission) => [
      enumName(permission),
      {
        value: permission,
        description: permissionDescriptions[permission],
        extensions: { rest: permission },
      },
    ]),
  ),
})

export const PermissionResourceEnum = builder.enumType('PermissionResource', {
  description: 'A kind of object on which permissions are held.',
  values: Object.fromEntries(
    [...new Set(allPermissions.map(resourceOfPermission))].map((resource) => [
      enumName(resource),
      {
        value: resource,
        description: `Permissions on ${resource === 'organization' ? 'an' : 'a'} ${resource}.`,
      },
    ]),
  ),
})

export const PermissionOriginTypeEnum = builder.enumType('PermissionOriginType', {
  description: 'The kind of object on which a right was granted.',
  values: {
    ORGANIZATION: { description: 'The organization.' },
    COLLECTION: { description: 'A collection.' },
    SPACE: { description: 'A space.' },
    SITE: { description: 'A site.' },
  } as const,
})

export const PermissionOriginMeansEnum = builder.enumType('PermissionOriginMeans', {
  description: 'The way in which a right was granted.',
  values: {
    ROLE: { description: 'By the organization role of the member.' },
    LEVEL: { description: 'By the default level, which applies to all members with an organization role.' },
    USER: { description: 'Directly to the user.' },
    TEAM: { description: 'To a team of the user.' },
  } as const,
})
