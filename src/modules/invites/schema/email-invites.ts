import { builder } from '../../../graphql/builder.ts'
import { mutation } from '../../../graphql/payload.ts'
import { RoleEnum } from '../../../graphql/roles.ts'
import { limited } from '../../../graphql/validation.ts'
import { Organization } from '../../organizations/schema.ts'
import { User } from '../../users/schema.ts'
import { acceptInvite } from '../acceptance.ts'
import { inviteByEmail } from '../email-invites.ts'
import { emailInviteDays, inviteLimits } from '../limits.ts'

const InviteByEmailInput = builder.inputType('InviteByEmailInput', {
  description: 'The users to invite to an organization.',
  fields: (t) => ({
    emails: t.field({
      type: ['JSON'],
      required: true,
      description:
        'Email addresses. Each is a string, or an object `{ "email", "role" }` with an individual role.',
      ...limited(inviteLimits.emails),
    }),
    role: t.field({
      type: RoleEnum,
      description:
        'The role of the new members. Null makes them guests. Defaults to the default role of the organization.',
    }),
    sso: t.boolean({
      description:
        'Whether they sign in with an identity provider. Only addresses with an email domain of the organization are then invited.',
    }),
  }),
})

const AcceptInviteInput = builder.inputType('AcceptInviteInput', {
  description: 'The fields of the user who accepts an invitation.',
  fields: (t) => ({
    displayName: t.string({
      description: 'The display name. Required for new users.',
      ...limited(inviteLimits.displayName),
    }),
  }),
})

builder.mutationFields((t) => ({
  inviteByEmail: mutation(t, {
    description: `Makes existing users members immediately, and sends all others an invitation, which expires after ${emailInviteDays} days.`,
    permission: 'organization:administer',
    args: {
      organizationId: t.arg.id({ required: true, description: 'Id of the organization.' }),
      input: t.arg({ type: InviteByEmailInput, required: true, description: 'The users to invite.' }),
    },
    payload: {
      userIds: { type: ['ID'], description: 'Ids of existing users who became members immediately.' },
      invitedCount: { type: 'Int', description: 'The number of invitations that were sent.' },
      failedSSOEmails: {
        type: ['String'],
        nullable: true,
        description:
          'If `sso` is true, the addresses that do not have an email domain of the organization. Otherwise null.',
      },
    },
    payloadDescription: 'The result of inviting users by email.',
    resolve: async (_root, { organizationId, input }, context) => {
      const { users, invited, failedSSOEmails } = await inviteByEmail(context, organizationId, input)
      return { userIds: users, invitedCount: invited, failedSSOEmails }
    },
  }),
  acceptInvite: mutation(t, {
    description:
      'Accepts an invitation by email. Creates the user if necessary, and makes them a member of the organization. An invitation can be accepted once.',
    permission: 'public',
    args: {
      secret: t.arg.string({ required: true, description: 'The secret from the invitation email.' }),
      input: t.arg({ type: AcceptInviteInput, description: 'The fields of the user.' }),
    },
    // Nullable, because fields below may require a token, which the caller may not have. Their errors must not remove
    // the new token from the response.
    payload: {
      user: { type: User, nullable: true, description: 'The invited user.' },
      organization: { type: Organization, nullable: true, description: 'The organization.' },
      token: {
        type: 'String',
        description: 'The secret of a new API token of the user, which is not returned again.',
      },
    },
    payloadDescription: 'The result of accepting an invitation.',
    resolve: (_root, { secret, input }, context) => acceptInvite(context, secret, input ?? {}),
  }),
}))
