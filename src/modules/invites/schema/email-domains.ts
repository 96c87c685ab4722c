import { causeExtension } from '../../../graph/declare/cause.ts'
import { builder } from '../../../graphql/builder.ts'
import { mutation } from '../../../graphql/payload.ts'
import { Organization } from '../../organizations/schema.ts'
import { joinByDomain, organizationsOfDomain } from '../email-domains.ts'

builder.queryField('organizationsByEmailDomain', (t) =>
  t.field({
    extensions: {
      [causeExtension]: 'The caller may not see the organizations otherwise, so that they go by no policy.',
    },
    type: [Organization],
    description:
      'The organizations that users of an email domain can join. Empty if the email address of the caller has another domain.',
    permission: 'authenticated',
    args: {
      emailDomain: t.arg.string({
        required: true,
        description: 'Domain of an email address, for example `example.com`.',
      }),
    },
    resolve: (_root, { emailDomain }, context) => organizationsOfDomain(context, emailDomain),
  }),
)

builder.mutationField('joinOrganization', (t) =>
  mutation(t, {
    description:
      'Makes the caller a member, with the default role, of an organization that allows their email domain.',
    permission: 'authenticated',
    args: { organizationId: t.arg.id({ required: true, description: 'Id of the organization.' }) },
    target: { type: 'Organization', id: 'organizationId' },
    payload: { organization: Organization },
    resolve: async (_root, { organizationId }, context) => ({
      organization: await joinByDomain(context, organizationId),
    }),
  }),
)
