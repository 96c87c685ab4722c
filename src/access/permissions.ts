import type { Role } from '../generated/prisma/enums.ts'

/**
 * All permissions, each with the lowest role that grants it on the resource named before the colon. `MEMBER` is any
 * active member of the organization, including guests. Authorization checks and the `permissions` field of each
 * resource are derived from this table.
 */
export const permissionTable = {
  'organization:view': 'MEMBER',
  'organization:administer': 'ADMIN',
  'organization:create-content': 'CREATE',
  'organization:create-openapi-spec': 'CREATE',
  'organization:view-openapi-specs': 'READ',
  'organization:view-billing': 'ADMIN',
  'organization:list-members': 'READ',
  'organization:list-teams': 'READ',
  'organization:list-custom-fields': 'READ',
  'organization:list-translations': 'READ',
  'organization:list-integrations': 'READ',
  'team:view': 'READ',
  'team:administer': 'ADMIN',
  'collection:view': 'READ',
  'collection:create-content': 'CREATE',
  'collection:administer': 'CREATE',
  'collection:view-invite-links': 'ADMIN',
  'space:view': 'READ',
  'space:comment': 'COMMENT',
  'space:edit': 'EDIT',
  'space:review': 'REVIEW',
  'space:merge': 'REVIEW',
  'space:administer': 'CREATE',
  'space:trigger-git-sync': 'CREATE',
  'space:view-invite-links': 'ADMIN',
  'site:view': 'READ',
  'site:administer': 'CREATE',
} as const satisfies Record<`${string}:${string}`, Role | 'MEMBER'>

export type Permission = keyof typeof permissionTable

export type PermissionOn<Resource extends string> = Extract<Permission, `${Resource}:${string}`>
