import type { Role } from '../generated/prisma/enums.ts'

/**
 * All permissions, each with the lowest role that grants it on the resource named before the colon. `MEMBER` is any
 * active member of the organization, including guests, and any visitor of its sites. Authorization checks and the `permissions` field of each
 * resource are derived from this table.
 */
export const permissionTable = {
  'organization:view': 'MEMBER',
  'organization:administer': 'ADMIN',
  'organization:read-events': 'ADMIN',
  'organization:create-content': 'CREATE',
  'organization:create-openapi-spec': 'CREATE',
  'organization:view-openapi-specs': 'READ',
  'organization:view-billing': 'ADMIN',
  'organization:list-members': 'READ',
  'organization:list-teams': 'READ',
  'organization:list-custom-fields': 'READ',
  'organization:list-translations': 'READ',
  'organization:list-integrations': 'READ',
  'organization:list-fonts': 'READ',
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
  'space:trigger-git-sync': 'EDIT',
  'space:view-invite-links': 'ADMIN',
  'site:view': 'READ',
  'site:administer': 'CREATE',
} as const satisfies Record<`${string}:${string}`, Role | 'MEMBER'>

export type Permission = keyof typeof permissionTable

export const permissionDescriptions: Readonly<Record<Permission, string>> = {
  'organization:view': 'See the organization.',
  'organization:administer':
    'Manage the organization, its members, invitations, teams and identity providers.',
  'organization:read-events': 'Read what has happened in the organization, as events.',
  'organization:create-content': 'Create spaces, collections and sites at the top of the organization.',
  'organization:create-openapi-spec': 'Add and update OpenAPI specifications.',
  'organization:view-openapi-specs': 'See the OpenAPI specifications.',
  'organization:view-billing': 'See the billing.',
  'organization:list-members': 'List the members, and who may do what on content that the caller can see.',
  'organization:list-teams': 'List the teams.',
  'organization:list-custom-fields': 'List the custom fields.',
  'organization:list-translations': 'List the settings for translations.',
  'organization:list-integrations': 'List the integrations.',
  'organization:list-fonts': 'List the fonts for sites.',
  'team:view': 'See the team and its members.',
  'team:administer': 'Rename the team, manage its members and delete it.',
  'collection:view': 'See the collection.',
  'collection:create-content': 'Create spaces and collections in the collection.',
  'collection:administer': 'Update, share, move and delete the collection.',
  'collection:view-invite-links': 'See and manage the invite links of the collection.',
  'space:view': 'Read the space.',
  'space:comment': 'Comment on the content.',
  'space:edit': 'Edit the content, directly or in change requests.',
  'space:review': 'Review change requests.',
  'space:merge': 'Merge change requests.',
  'space:administer': 'Update, share, move, restore and delete the space.',
  'space:trigger-git-sync': 'Start a synchronization with Git.',
  'space:view-invite-links': 'See and manage the invite links of the space.',
  'site:view': 'See the site in the workspace.',
  'site:administer': 'Update, publish, share and delete the site.',
}

/** A kind of object on which permissions are held: the part of a permission before the colon. */
export type PermissionResource = Permission extends `${infer Kind}:${string}` ? Kind : never

export const allPermissions = Object.keys(permissionTable) as Permission[]

export const resourceOfPermission = (permission: Permission): PermissionResource =>
  permission.slice(0, permission.indexOf(':')) as PermissionResource

export type PermissionOn<Resource extends string> = Extract<Permission, `${Resource}:${string}`>
