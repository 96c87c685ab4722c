import { mayOnSite } from '../../access/authorize.ts'
import type { PermissionOn } from '../../access/permissions.ts'
import type { SiteRights } from '../../access/viewer.ts'
import { builder } from '../../graphql/builder.ts'
import { permissionsObject } from '../../graphql/permissions-object.ts'

export const SitePermissions = permissionsObject<SiteRights, PermissionOn<'site'>>(
  'SitePermissions',
  {
    view: { permission: 'site:view', description: 'Whether the caller can view the site.' },
    access: {
      permission: 'site:view',
      description: 'Whether the caller can open the site in the workspace.',
    },
    edit: {
      permission: 'site:administer',
      description: 'Whether the caller can edit what the site shows beside its spaces.',
    },
    create: {
      permission: 'site:administer',
      description: 'Whether the caller can change the structure of the site.',
    },
    admin: { permission: 'site:administer', description: 'Whether the caller can administer the site.' },
    viewAdaptiveSchema: {
      permission: 'site:view',
      description: 'Whether the caller can read the adaptive schema.',
    },
    editAdaptiveSchema: {
      permission: 'site:administer',
      description: 'Whether the caller can change the adaptive schema.',
    },
  },
  mayOnSite,
)

builder.objectField(SitePermissions, 'installIntegration', (t) =>
  t.boolean({
    description: 'Always false, because there are no integrations to install.',
    resolve: () => false,
  }),
)
