import { roleIncludes } from '../../access/authorize.ts'
import {
  allPermissions,
  type Permission,
  permissionDescriptions,
  resourceOfPermission,
} from '../../access/permissions.ts'
import { roleOrder } from '../../access/roles.ts'
import { causeExtension } from '../../graph/declare/cause.ts'
import { builder } from '../../graphql/builder.ts'
import { RoleEnum } from '../../graphql/roles.ts'
import { PermissionEnum, PermissionResourceEnum } from './enums.ts'

const PermissionRule = builder.objectRef<Permission>('PermissionRule').implement({
  description: 'A permission with the roles that include it.',
  fields: (t) => ({
    permission: t.field({
      type: PermissionEnum,
      description: 'Name of the permission, such as `space:edit`.',
      resolve: (permission) => permission,
    }),
    resource: t.field({
      type: PermissionResourceEnum,
      description: 'The kind of object on which it is held.',
      resolve: resourceOfPermission,
    }),
    description: t.string({
      description: 'The description of the permission, in one English sentence.',
      resolve: (permission) => permissionDescriptions[permission],
    }),
    roles: t.field({
      type: [RoleEnum],
      description: 'The roles on the object that include it, lowest first.',
      resolve: (permission) => roleOrder.filter((role) => roleIncludes(role, permission)),
    }),
    includesGuests: t.boolean({
      description: 'Whether members without a role have it too.',
      resolve: (permission) => roleIncludes(null, permission),
    }),
  }),
})

builder.queryField('permissionRules', (t) =>
  t.field({
    extensions: { [causeExtension]: 'It reads no row.' },
    type: [PermissionRule],
    description:
      'All permissions, each with the roles that include it. They are the same for every organization.',
    permission: 'authenticated',
    resolve: () => allPermissions,
  }),
)
