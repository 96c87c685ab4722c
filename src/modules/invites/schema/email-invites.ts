import { limited } from '../../../base/validation.ts'
import { extend, model, single } from '../../../graph/declare/model.ts'
import { disclosed } from '../../../graph/declare/model-reads.ts'
import { builder } from '../../../graphql/builder.ts'
import { enumType } from '../../../graphql/enum-type.ts'
import { mutation, readAfter } from '../../../graphql/payload.ts'
import { RoleEnum } from '../../../graphql/roles.ts'
import { formerOrganization, Organization } from '../../organizations/schema.ts'
import { User } from '../../users/schema.ts'
import { acceptEmailInvite, giveToken } from '../acceptance.ts'
import * as service from '../email-invites.ts'
import { emailInviteDays, inviteLimits, resendSeconds } from '../limits.ts'
import { readableEmailInvites } from '../policy.ts'

const EmailInvite = model('EmailInvite', {
  description: 'An invitation by email that was not accepted yet. Visible to those who may invite.',
  id: 'The id, an opaque string.',
  visible: readableEmailInvites,
  fields: (t) => ({
    email: t.exposeString('email', { description: 'The email address that the invitation was sent to.' }),
    role: t.expose('role', {
      type: RoleEnum,
      nullable: true,
      description: 'The role of the new member. Null makes them a guest.',
      extensions: { rest: { keepNull: true } },
    }),
    usesSSO: t.exposeBoolean('sso', {
      description: 'Whether the new member signs in with an identity provider.',
    }),
    sentAt: t.exposeDateTime('createdAt', { description: 'The date and time at which it was last sent.' }),
    expiresAt: t.exposeDateTime('expiresAt', {
      description: `The date and time at which it expires, ${emailInviteDays} days after it was last sent.`,
    }),
    isExpired: t.computed({
      type: 'Boolean',
      description: 'Whether it has expired, so that it must be sent again to be accepted.',
      from: ['expiresAt'],
      resolve: ({ expiresAt }) => expiresAt <= new Date(),
    }),
    invitedBy: t.one(User, {
      key: 'invitedById',
      nullable: true,
      description: 'The user who sent the invitation. Null if the user was deleted.',
    }),
    ...t.oneWithId('organization', Organization, { description: 'The organization.' }),
  }),
})

extend(Organization, (t) => ({
  emailInvites: t.many(EmailInvite, {
    description: 'The invitations by email that were not accepted yet, oldest first. Includes expired ones.',
    by: 'organizationId',
    permission: 'organization:administer',
    order: [],
  }),
}))

const organizationId = 'Id of the organization.'
const organizationOfInvite = 'Id of the organization that it must belong to. Not checked if omitted.'
const emailInviteId = 'Id of the invitation.'

builder.queryField('emailInvite', (t) =>
  single(t, EmailInvite, {
    description: 'An invitation by email that was not accepted yet.',
    permission: 'organization:administer',
    args: {
      organizationId: t.arg.id({ description: organizationOfInvite }),
      id: t.arg.id({ required: true, description: emailInviteId }),
    },
    where: ({ id, organizationId }) => ({ id, ...(organizationId != null && { organizationId }) }),
    whenMissing: ({ id, organizationId }, context) =>
      service.loadEmailInvite(context, { organizationId, emailInviteId: id }),
  }),
)

const InviteeInput = builder.inputType('InviteeInput', {
  description: 'A user to invite.',
  extensions: { rest: { text: 'email' } },
  fields: (t) => ({
    email: t.string({ required: true, description: 'Address to invite.', ...limited(inviteLimits.address) }),
    role: t.field({
      type: RoleEnum,
      description:
        'The role of this member. Null makes them a guest. Defaults to the role of the invitation.',
    }),
  }),
})

const InviteMembersInput = builder.inputType('InviteMembersInput', {
  description: 'The users to invite to an organization.',
  fields: (t) => ({
    emails: t.field({
      type: [InviteeInput],
      required: true,
      description: 'The users, by their email addresses.',
      ...limited(inviteLimits.emails),
    }),
    role: t.field({
      type: RoleEnum,
      description:
        'The role of the new members. Null makes them guests. Defaults to the default role of the organization.',
    }),
    usesSSO: t.boolean({
      description:
        'Whether they sign in with an identity provider. Only addresses with an email domain of the organization are then invited.',
      extensions: { rest: 'sso' },
    }),
  }),
})

const AcceptEmailInviteInput = builder.inputType('AcceptEmailInviteInput', {
  description: 'The fields of the user who accepts an invitation.',
  fields: (t) => ({
    displayName: t.string({
      description: 'The display name. Required for new users.',
      ...limited(inviteLimits.displayName),
    }),
  }),
})

const InvitationMailEnum = enumType('InvitationMail', 'The outcome of sending the mail of an invitation.', {
  SENT: 'The mail was sent. A user who has turned the mails of invitations off gets none, which is not told: pass the link on.',
  OFF: 'The server sends no mails. Pass the link on to the invited user.',
  FAILED: 'The mail could not be sent. Pass the link on, or send it again.',
})

const mailOutcome = { type: InvitationMailEnum, description: 'What became of the mail.' } as const

const linkText =
  'The link to pass on, which is not returned again. A POST request to it accepts the invitation; an existing user must be signed in. The token that it gives is limited to the organization.'

const SentInvitation = builder.objectRef<service.Invitation>('SentInvitation').implement({
  description: 'An invitation by email that was just made.',
  fields: (t) => ({
    invite: t.field({
      type: EmailInvite,
      description: 'The invitation.',
      resolve: ({ emailInvite }) => emailInvite,
    }),
    link: t.field({ type: 'URL', description: linkText, resolve: ({ link }) => link }),
    mail: t.expose('mail', mailOutcome),
  }),
})

builder.mutationFields((t) => ({
  inviteMembers: mutation(t, {
    description: `Makes existing users members immediately, and sends all others an invitation, which expires after ${emailInviteDays} days.`,
    permission: 'organization:administer',
    args: {
      organizationId: t.arg.id({ required: true, description: organizationId }),
      input: t.arg({ type: InviteMembersInput, required: true, description: 'The users to invite.' }),
    },
    target: { type: 'Organization', id: 'organizationId' },
    payload: {
      userIds: { type: ['ID'], description: 'Ids of existing users who became members immediately.' },
      invitations: {
        type: [SentInvitation],
        description: 'The invitations of those who are not members yet, in order.',
      },
      invitedCount: { type: 'Int', description: 'The number of invitations that were sent.' },
      organization: readAfter(Organization, 'The organization. Null if the caller may no longer see it.'),
      failedSSOEmails: {
        type: ['String'],
        nullable: true,
        description:
          'If `usesSSO` is true, the addresses that do not have an email domain of the organization. Otherwise null.',
      },
    },
    payloadDescription: 'The result of inviting users by email.',
    resolve: async (_root, { organizationId, input }, context) => {
      const { users, invited, ...invitedByEmail } = await service.inviteMembers(
        context,
        organizationId,
        input,
      )
      return { userIds: users, invitedCount: invited, organization: organizationId, ...invitedByEmail }
    },
  }),
  acceptEmailInvite: mutation(t, {
    description:
      'Accepts an invitation by email. Creates the user if necessary, and makes them a member of the organization. An invitation can be accepted once.',
    permission: 'public',
    args: {
      secret: t.arg.string({ required: true, description: 'The secret from the invitation email.' }),
      input: t.arg({ type: AcceptEmailInviteInput, description: 'The fields of the user.' }),
    },
    // Nullable, because fields below may require a token, which the caller may not have. Their errors must not remove
    // the new token from the response.
    target: { type: 'User' },
    payload: {
      user: {
        type: User,
        nullable: true,
        description: 'The invited user. Null only with an error, of one of its fields.',
      },
      organization: {
        type: Organization,
        nullable: true,
        description: 'The organization that the user joined. Null only with an error, of one of its fields.',
      },
      token: {
        type: 'String',
        description: 'The secret of a new API token of the user, which is not returned again.',
      },
    },
    payloadDescription: 'The result of accepting an invitation.',
    resolve: async (_root, { secret, input }, context) => {
      const { user, organization, access } = await acceptEmailInvite(context, secret, input ?? {}, giveToken)
      // The secret was sent to the email address, so that the caller is the user.
      return { user: disclosed(User, user), organization, token: access }
    },
  }),
  resendEmailInvite: mutation(t, {
    description: `Sends an invitation by email again. The new mail expires after ${emailInviteDays} days, and the previous one is no longer valid. An invitation can be sent every ${resendSeconds} seconds.`,
    permission: 'organization:administer',
    args: {
      organizationId: t.arg.id({ description: organizationOfInvite }),
      emailInviteId: t.arg.id({ required: true, description: emailInviteId }),
    },
    target: { type: 'EmailInvite', id: 'emailInviteId' },
    payload: { emailInvite: EmailInvite, link: { type: 'URL', description: linkText }, mail: mailOutcome },
    resolve: (_root, args, context) => service.resendEmailInvite(context, args),
  }),
  deleteEmailInvite: mutation(t, {
    description: 'Revokes an invitation by email. Its mail is no longer valid.',
    permission: 'organization:administer',
    args: {
      organizationId: t.arg.id({ description: organizationOfInvite }),
      emailInviteId: t.arg.id({ required: true, description: emailInviteId }),
    },
    target: { type: 'EmailInvite', id: 'emailInviteId' },
    payload: {
      deletedEmailInviteId: 'ID',
      organization: formerOrganization,
    },
    resolve: async (_root, args, context) => {
      const { id, organizationId } = await service.deleteEmailInvite(context, args)
      return { deletedEmailInviteId: id, organization: organizationId }
    },
  }),
}))
