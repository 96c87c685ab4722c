import { body, empty, items, list, one, path, query, type Route, route } from '../../rest/route.ts'
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

const tag = 'Organizations'
const organizationId = path('organizationId')
const invite = { organizationId, inviteLinkId: path('inviteId') }
const emailInvite = { organizationId, emailInviteId: path('emailInviteId') }

export const inviteRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/email-domains/:emailDomain/orgs',
    tag,
    summary: 'List the organizations that the caller may join by email domain',
    operation: `query ListOrganizationsForEmailDomain($emailDomain: String!) {
      organizationsByEmailDomain(emailDomain: $emailDomain) { ...OrganizationBody }
    }`,
    fragments: [organizationBody],
    variables: { emailDomain: path('emailDomain') },
    respond: items('organizationsByEmailDomain', 'organizations'),
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/join',
    tag,
    summary: 'Join an organization by email domain',
    operation: `mutation JoinOrganization($organizationId: ID!) {
      joinOrganization(organizationId: $organizationId) { organization { id } }
    }`,
    variables: { organizationId: path('organizationId') },
    respond: empty(),
    status: 204,
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/link-invites',
    tag,
    summary: 'List the invite links of an organization',
    operation: `query ListOrganizationInviteLinks($id: ID!, $first: Int, $after: String) {
      organization(id: $id) {
        inviteLinks(first: $first, after: $after) {
          totalCount pageInfo { hasNextPage endCursor } nodes { ...InviteBody }
        }
      }
    }`,
    fragments: [inviteBody],
    variables: { id: organizationId, first: query('limit'), after: query('page') },
    respond: list('organization.inviteLinks'),
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/link-invites',
    tag,
    summary: 'Create an invite link',
    operation: `mutation CreateOrganizationInvite($organizationId: ID!, $input: CreateInviteLinkInput!) {
      createInviteLink(organizationId: $organizationId, input: $input) { inviteLink { ...InviteBody } }
    }`,
    fragments: [inviteBody],
    variables: { organizationId, input: body() },
    respond: one('createInviteLink.inviteLink'),
    status: 201,
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/link-invites/:inviteId',
    tag,
    summary: 'Get an invite link',
    operation: `query GetOrganizationInviteLink($organizationId: ID!, $id: ID!) {
      inviteLink(organizationId: $organizationId, id: $id) { ...InviteBody }
    }`,
    fragments: [inviteBody],
    variables: { organizationId, id: path('inviteId') },
    respond: one('inviteLink'),
  }),
  route({
    method: 'DELETE',
    path: '/orgs/:organizationId/link-invites/:inviteId',
    tag,
    summary: 'Delete an invite link',
    operation: `mutation DeleteOrganizationInviteById($organizationId: ID!, $inviteLinkId: ID!) {
      deleteInviteLink(organizationId: $organizationId, inviteLinkId: $inviteLinkId) { deletedInviteLinkId }
    }`,
    variables: invite,
    respond: empty(),
    status: 205,
  }),
  route({
    method: 'PATCH',
    path: '/orgs/:organizationId/link-invites/:inviteId',
    tag,
    summary: 'Update an invite link',
    operation: `mutation UpdateOrganizationInviteById(
      $organizationId: ID!, $inviteLinkId: ID!, $input: UpdateInviteLinkInput!
    ) {
      updateInviteLink(organizationId: $organizationId, inviteLinkId: $inviteLinkId, input: $input) {
        inviteLink { ...InviteBody }
      }
    }`,
    fragments: [inviteBody],
    variables: { ...invite, input: body() },
    respond: one('updateInviteLink.inviteLink'),
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/invites',
    tag,
    summary: 'Invite users to an organization by email',
    operation: `mutation InviteUsersToOrganization($organizationId: ID!, $input: InviteMembersInput!) {
      inviteMembers(organizationId: $organizationId, input: $input) {
        users: userIds invited: invitedCount failedSSOEmails
        invitations { invite { ...EmailInviteBody } link mail }
      }
    }`,
    fragments: [emailInviteBody],
    variables: { organizationId, input: body() },
    respond: one('inviteMembers'),
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/email-invites',
    tag,
    summary: 'List the pending invitations by email of an organization',
    operation: `query ListOrganizationEmailInvites($id: ID!, $first: Int, $after: String) {
      organization(id: $id) {
        emailInvites(first: $first, after: $after) {
          totalCount pageInfo { hasNextPage endCursor } nodes { ...EmailInviteBody }
        }
      }
    }`,
    fragments: [emailInviteBody],
    variables: { id: organizationId, first: query('limit'), after: query('page') },
    respond: list('organization.emailInvites'),
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/email-invites/:emailInviteId',
    tag,
    summary: 'Get a pending invitation by email',
    operation: `query GetOrganizationEmailInvite($organizationId: ID!, $id: ID!) {
      emailInvite(organizationId: $organizationId, id: $id) { ...EmailInviteBody }
    }`,
    fragments: [emailInviteBody],
    variables: { organizationId, id: path('emailInviteId') },
    respond: one('emailInvite'),
  }),
  route({
    method: 'DELETE',
    path: '/orgs/:organizationId/email-invites/:emailInviteId',
    tag,
    summary: 'Revoke an invitation by email',
    operation: `mutation DeleteOrganizationEmailInvite($organizationId: ID!, $emailInviteId: ID!) {
      deleteEmailInvite(organizationId: $organizationId, emailInviteId: $emailInviteId) { deletedEmailInviteId }
    }`,
    variables: emailInvite,
    respond: empty(),
    status: 204,
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/email-invites/:emailInviteId/resend',
    tag,
    summary: 'Send an invitation by email again',
    operation: `mutation ResendOrganizationEmailInvite($organizationId: ID!, $emailInviteId: ID!) {
      resendEmailInvite(organizationId: $organizationId, emailInviteId: $emailInviteId) {
        emailInvite { ...EmailInviteBody }
      }
    }`,
    fragments: [emailInviteBody],
    variables: emailInvite,
    respond: one('resendEmailInvite.emailInvite'),
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/invites/:inviteId',
    tag,
    summary: 'Join with an invite link',
    operation: `mutation JoinOrganizationWithInvite($organizationId: ID!, $inviteLinkId: ID!) {
      acceptInviteLink(organizationId: $organizationId, inviteLinkId: $inviteLinkId) {
        _organization: organization { id }
      }
    }`,
    variables: invite,
    respond: one('acceptInviteLink'),
  }),
  route({
    method: 'POST',
    path: '/invites/:inviteSecret',
    tag,
    summary: 'Accept an invitation by email',
    operation: `mutation AcceptInvite($secret: String!, $input: AcceptEmailInviteInput) {
      acceptEmailInvite(secret: $secret, input: $input) {
        user { ...UserBody } organization { id title urls { location app } } token
      }
    }`,
    fragments: [userBody],
    variables: { secret: path('inviteSecret'), input: body() },
    respond: one('acceptEmailInvite'),
  }),
]
