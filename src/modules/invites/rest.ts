import { path } from '../../rest/route.ts'
import { type Row, routesOf } from '../../rest/row.ts'
import { collectionBody } from '../collections/rest.ts'
import { organizationBody } from '../organizations/rest.ts'
import { spaceBody } from '../spaces/rest.ts'
import { userBody } from '../users/rest.ts'

const inviteBody = `
fragment InviteBody on InviteLink {
  id redundant: isRedundant expiresAt
  target {
    ... on OrganizationInvite { role }
    ... on SpaceInvite { level space { ...SpaceBody } }
    ... on CollectionInvite { level collection { ...CollectionBody } }
  }
}
${spaceBody}
${collectionBody}`

const emailInviteBody = `
fragment EmailInviteBody on EmailInvite {
  id email role sso: usesSSO sentAt expiresAt expired: isExpired invitedBy { ...UserBody }
}
${userBody}`

const route = routesOf('Organizations', inviteBody)

export const inviteRoutes: readonly Row[] = [
  route('GET', '/email-domains/:emailDomain/orgs', 'organizationsByEmailDomain', {
    name: 'ListOrganizationsForEmailDomain',
    summary: 'List the organizations that the caller may join by email domain',
    reply: organizationBody,
    member: 'organizations',
  }),
  route('POST', '/orgs/:organizationId/join', 'joinOrganization.organization.id', {
    summary: 'Join an organization by email domain',
    status: 204,
  }),
  route('GET', '/orgs/:organizationId/link-invites', 'organization.inviteLinks', {
    name: 'ListOrganizationInviteLinks',
    summary: 'List the invite links of an organization',
  }),
  route('POST', '/orgs/:organizationId/link-invites', 'createInviteLink.inviteLink', {
    name: 'CreateOrganizationInvite',
    summary: 'Create an invite link',
    status: 201,
  }),
  route('GET', '/orgs/:organizationId/link-invites/:inviteId', 'inviteLink', {
    name: 'GetOrganizationInviteLink',
    summary: 'Get an invite link',
    inputs: { id: path('inviteId') },
  }),
  route('DELETE', '/orgs/:organizationId/link-invites/:inviteId', 'deleteInviteLink.deletedInviteLinkId', {
    name: 'DeleteOrganizationInviteById',
    summary: 'Delete an invite link',
    inputs: { inviteLinkId: path('inviteId') },
    status: 205,
  }),
  route('PATCH', '/orgs/:organizationId/link-invites/:inviteId', 'updateInviteLink.inviteLink', {
    name: 'UpdateOrganizationInviteById',
    summary: 'Update an invite link',
    inputs: { inviteLinkId: path('inviteId') },
  }),
  route('POST', '/orgs/:organizationId/invites', 'inviteMembers', {
    name: 'InviteUsersToOrganization',
    summary: 'Invite users to an organization by email',
    reply: `
      users: userIds invited: invitedCount failedSSOEmails
      invitations { invite { ...EmailInviteBody } link mail }`,
    fragments: [emailInviteBody],
  }),
  route('GET', '/orgs/:organizationId/email-invites', 'organization.emailInvites', {
    name: 'ListOrganizationEmailInvites',
    summary: 'List the pending invitations by email of an organization',
    reply: emailInviteBody,
  }),
  route('GET', '/orgs/:organizationId/email-invites/:emailInviteId', 'emailInvite', {
    name: 'GetOrganizationEmailInvite',
    summary: 'Get a pending invitation by email',
    reply: emailInviteBody,
    inputs: { id: path('emailInviteId') },
  }),
  route(
    'DELETE',
    '/orgs/:organizationId/email-invites/:emailInviteId',
    'deleteEmailInvite.deletedEmailInviteId',
    {
      name: 'DeleteOrganizationEmailInvite',
      summary: 'Revoke an invitation by email',
      inputs: { emailInviteId: path('emailInviteId') },
      status: 204,
    },
  ),
  route(
    'POST',
    '/orgs/:organizationId/email-invites/:emailInviteId/resend',
    'resendEmailInvite.emailInvite',
    {
      name: 'ResendOrganizationEmailInvite',
      summary: 'Send an invitation by email again',
      reply: emailInviteBody,
      inputs: { emailInviteId: path('emailInviteId') },
    },
  ),
  route('POST', '/orgs/:organizationId/invites/:inviteId', 'acceptInviteLink', {
    name: 'JoinOrganizationWithInvite',
    summary: 'Join with an invite link',
    reply: '_organization: organization { id }',
    inputs: { inviteLinkId: path('inviteId') },
  }),
  route('POST', '/invites/:inviteSecret', 'acceptEmailInvite', {
    name: 'AcceptInvite',
    summary: 'Accept an invitation by email',
    reply: 'user { ...UserBody } organization { id title urls { location app } } token',
    fragments: [userBody],
  }),
]
