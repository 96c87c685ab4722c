import { graphql } from '../../generated/workspace-operations/gql.ts'

export const MembersQuery = graphql(`
  query MembersScreen($organization: ID!, $search: String, $first: Int!) {
    viewer { id ...ViewerOfFrame }
    organization(id: $organization) {
      id
      title
      defaultRole
      permissions { admin listMembers }
      ...OrganizationOfFrame
      members(first: $first, search: $search) {
        totalCount
        pageInfo { hasNextPage }
        nodes { id ...MemberOfList }
      }
    }
  }
`)

export const MemberOfList = graphql(`
  fragment MemberOfList on Member {
    id
    userId
    role
    usesSSO
    isDisabled
    lastSeenAt
    user { id displayName email photoURL }
    teamMemberships(first: 5) { totalCount nodes { team { id title } } }
  }
`)

export const InvitationsOfMembers = graphql(`
  query InvitationsScreen($organization: ID!) {
    organization(id: $organization) { id ...Invitations }
  }
`)

export const Invitations = graphql(`
  fragment Invitations on Organization {
    id
    emailInvites(first: 100) {
      totalCount
      nodes { id email role sentAt expiresAt isExpired invitedBy { id displayName } }
    }
  }
`)

export const InviteMembers = graphql(`
  mutation InviteMembers($organization: ID!, $emails: [InviteeInput!]!, $role: Role) {
    inviteMembers(organizationId: $organization, input: { emails: $emails, role: $role }) {
      invitedCount
      organization { id ...Invitations }
    }
  }
`)

export const ChangeRole = graphql(`
  mutation ChangeRole($organization: ID!, $user: ID!, $role: Role) {
    updateMember(organizationId: $organization, userId: $user, input: { role: $role }) {
      member { id role }
    }
  }
`)

export const RemoveMember = graphql(`
  mutation RemoveMember($organization: ID!, $user: ID!) {
    removeMember(organizationId: $organization, userId: $user) { removedMemberId }
  }
`)

export const WithdrawInvitation = graphql(`
  mutation WithdrawInvitation($invitation: ID!) {
    deleteEmailInvite(emailInviteId: $invitation) {
      deletedEmailInviteId
      organization { id ...Invitations }
    }
  }
`)

export const ResendInvitation = graphql(`
  mutation ResendInvitation($invitation: ID!) {
    resendEmailInvite(emailInviteId: $invitation) {
      link
      mail
      emailInvite { id sentAt expiresAt isExpired }
    }
  }
`)
