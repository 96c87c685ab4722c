import { builder } from '../../../graphql/builder.ts'
import { RoleEnum } from '../../../graphql/roles.ts'
import { limited } from '../../../graphql/validation.ts'
import { Organization } from '../../organizations/schema.ts'
import { User } from '../../users/schema.ts'
import { type AcceptedInvite, acceptInvite } from '../acceptance.ts'
import { type InvitedByEmail, inviteByEmail } from '../email-invites.ts'
import { emailInviteDays, inviteLimits } from '../limits.ts'

const InvitedByEmailType = builder.objectRef<InvitedByEmail>('InvitedByEmail').implement({
  description: 'What came of invitations by e-mail.',
  fields: (t) => ({
    users: t.idList({
      description: 'Ids of those who are users already, and are members now.',
      resolve: ({ users }) => [...users],
    }),
    invited: t.exposeInt('invited', { description: 'How many invitations were sent.' }),
    failedSSOEmails: t.stringList({
      nullable: true,
      description: 'With sso: the addresses of other domains than those of the organization.',
      resolve: ({ failedSSOEmails }) => failedSSOEmails && [...failedSSOEmails],
    }),
  }),
})

const InviteByEmailInput = builder.inputType('InviteByEmailInput', {
  description: 'Whom to invite to an organization.',
  fields: (t) => ({
    emails: t.field({
      type: ['JSON'],
      required: true,
      description:
        'E-mail addresses, each a string, or an object `{ "email", "role" }` for a role of its own.',
      ...limited(inviteLimits.emails),
    }),
    role: t.field({
      type: RoleEnum,
      description: 'The role they get; null makes them guests. If absent, the default of the organization.',
    }),
    sso: t.boolean({
      description: 'They sign in through the identity provider; only for addresses of the e-mail domains.',
    }),
  }),
})

const AcceptedInviteType = builder.objectRef<AcceptedInvite>('AcceptedInvite').implement({
  description: 'What an invitation led to.',
  // What is selected below fails for callers without a token where it needs one, and must not take the token along.
  fields: (t) => ({
    user: t.expose('user', { type: User, nullable: true, description: 'The user whom it was sent to.' }),
    organization: t.expose('organization', {
      type: Organization,
      nullable: true,
      description: 'The organization.',
    }),
    token: t.exposeString('token', { description: 'A new API token of the user, shown this once.' }),
  }),
})

const AcceptInviteInput = builder.inputType('AcceptInviteInput', {
  description: 'Who accepts an invitation.',
  fields: (t) => ({
    displayName: t.string({
      description: 'The name shown to others; required for a new user.',
      ...limited(inviteLimits.displayName),
    }),
  }),
})

builder.mutationFields((t) => ({
  inviteByEmail: t.field({
    type: InvitedByEmailType,
    description: `Makes users members at once, and sends to everybody else an invitation that holds ${emailInviteDays} days.`,
    permission: 'organization:administer',
    args: {
      organizationId: t.arg.id({ required: true, description: 'Id of the organization.' }),
      input: t.arg({ type: InviteByEmailInput, required: true, description: 'Whom to invite.' }),
    },
    resolve: (_root, { organizationId, input }, context) => inviteByEmail(context, organizationId, input),
  }),
  acceptInvite: t.field({
    type: AcceptedInviteType,
    description:
      'Accepts an invitation by e-mail, once: makes the user if need be, and a member of the organization.',
    permission: 'public',
    args: {
      secret: t.arg.string({ required: true, description: 'The secret of the mail.' }),
      input: t.arg({ type: AcceptInviteInput, description: 'Who accepts it.' }),
    },
    resolve: (_root, { secret, input }, context) => acceptInvite(context, secret, input ?? {}),
  }),
}))
