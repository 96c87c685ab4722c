import { mayOnSpace } from '../../access/authorize.ts'
import type { PermissionOn } from '../../access/permissions.ts'
import type { ContentRights } from '../../access/viewer.ts'
import { builder } from '../../graphql/builder.ts'
import { permissionsObject } from '../../graphql/permissions-object.ts'
import { ContentPermissions } from '../collections/schema/content.ts'

export const SpacePermissions = permissionsObject<ContentRights, PermissionOn<'space'>>(
  'SpacePermissions',
  {
    view: { permission: 'space:view', description: 'Whether the caller can see the content.' },
    access: {
      permission: 'space:view',
      description: 'Whether the caller can open the space in the workspace.',
    },
    admin: {
      permission: 'space:administer',
      description: 'Whether the caller can update, move and delete the space.',
    },
    viewInviteLinks: {
      permission: 'space:view-invite-links',
      description: 'Whether the caller can see the invite links of the space.',
    },
    edit: {
      permission: 'space:edit',
      description: 'Whether the caller can edit the content, directly or in change requests.',
    },
    triggerGitSync: {
      permission: 'space:trigger-git-sync',
      description: 'Whether the caller can synchronize the space with git.',
    },
    comment: { permission: 'space:comment', description: 'Whether the caller can comment on the content.' },
    merge: { permission: 'space:merge', description: 'Whether the caller can merge change requests.' },
    review: { permission: 'space:review', description: 'Whether the caller can review change requests.' },
  },
  mayOnSpace,
  [ContentPermissions],
)

builder.objectField(SpacePermissions, 'installIntegration', (t) =>
  t.boolean({
    description: 'Always false, because there are no integrations to install.',
    resolve: () => false,
  }),
)
