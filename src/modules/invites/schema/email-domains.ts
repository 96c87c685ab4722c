import { builder } from '../../../graphql/builder.ts'
import { Organization } from '../../organizations/schema.ts'
import { joinByDomain, organizationsOfDomain } from '../email-domains.ts'

builder.queryField('allOrganizationsOfEmailDomain', (t) =>
  t.field({
    type: [Organization],
    description:
      'The organizations that users with an e-mail address of a domain may join. Empty for a caller whose own address is of another domain.',
    permission: 'authenticated',
    args: { emailDomain: t.arg.string({ required: true, description: 'The domain.' }) },
    resolve: (_root, { emailDomain }, context) => organizationsOfDomain(context, emailDomain),
  }),
)

builder.mutationField('joinOrganization', (t) =>
  t.field({
    type: Organization,
    description:
      'Makes the caller a member of an organization that takes users of their e-mail domain, with its default role.',
    permission: 'authenticated',
    args: { organizationId: t.arg.id({ required: true, description: 'Id of the organization.' }) },
    resolve: (_root, { organizationId }, context) => joinByDomain(context, organizationId),
  }),
)
