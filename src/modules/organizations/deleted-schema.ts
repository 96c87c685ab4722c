import { limited } from '../../base/validation.ts'
import { list, model } from '../../graph/declare/model.ts'
import { builder } from '../../graphql/builder.ts'
import { organizationLimits } from './limits.ts'
import { restorableOrganizations } from './policy.ts'
import { daysLeft, purgeTime, retentionDescriptions } from './retention.ts'

const DeletedOrganization = model('Organization', {
  name: 'DeletedOrganization',
  description: 'A deleted organization, which its admins can restore until it is purged.',
  extensions: { rest: { object: 'deleted-organization' } },
  visible: restorableOrganizations,
  fields: (t) => ({
    organizationId: t.exposeID('id', { description: 'Id of the organization.' }),
    title: t.exposeString('title', { description: 'The name of the organization.' }),
    createdAt: t.exposeDateTime('createdAt', { description: 'The date and time of creation.' }),
    deletedAt: t.computed({
      type: 'DateTime',
      description: 'The date and time of deletion.',
      from: ['deletedAt'],
      resolve: ({ deletedAt }) => timeOf(deletedAt),
    }),
    purgeAt: t.computed({
      type: 'DateTime',
      description: retentionDescriptions.purgeAt,
      from: ['deletedAt'],
      resolve: ({ deletedAt }) => purgeTime(timeOf(deletedAt)),
    }),
    daysLeft: t.computed({
      type: 'Int',
      description: retentionDescriptions.daysLeft,
      from: ['deletedAt'],
      resolve: ({ deletedAt }) => daysLeft(timeOf(deletedAt), new Date()),
    }),
  }),
})

/** Returns the time of deletion, which every row of the type has. */
function timeOf(deletedAt: Date | null): Date {
  if (!deletedAt) throw new Error('the organization is not deleted')
  return deletedAt
}

builder.queryField('deletedOrganizations', (t) =>
  list(t, DeletedOrganization, {
    description: 'The deleted organizations that the caller can restore, the last deleted first.',
    permission: 'authenticated',
    order: [{ column: 'deletedAt', type: 'timestamptz' }],
    direction: 'desc',
  }),
)

export const DeleteOrganizationInput = builder.inputType('DeleteOrganizationInput', {
  description: 'The confirmation that an organization is to be deleted.',
  fields: (t) => ({
    title: t.string({
      required: true,
      description: 'The title of the organization, so that none is deleted by mistake.',
      ...limited(organizationLimits.title),
    }),
  }),
})
