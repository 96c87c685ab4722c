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
    hasInviteLinksEnabled
    inviteLinks(first: 100) {
      totalCount
      nodes { id createdAt expiresAt target { __typename ... on OrganizationInvite { role } } }
    }
  }
`)

export const InviteMembers = graphql(`
  mutation InviteMembers($organization: ID!, $emails: [InviteeInput!]!, $role: Role) {
    inviteMembers(organizationId: $organization, input: { emails: $emails, role: $role }) {
      invitedCount
      invitations { link mail invite { id email } }
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

export const CreateInviteLink = graphql(`
  mutation CreateInviteLink($organization: ID!, $role: Role, $expiresAt: DateTime) {
    createInviteLink(organizationId: $organization, input: { role: $role, expiresAt: $expiresAt }) {
      inviteLink { id }
      organization { id ...Invitations }
    }
  }
`)

export const DeleteInviteLink = graphql(`
  mutation DeleteInviteLink($link: ID!) {
    deleteInviteLink(inviteLinkId: $link) {
      deletedInviteLinkId
      organization { id ...Invitations }
    }
  }
`)

export const MemberQuery = graphql(`
  query MemberScreen($organization: ID!, $user: ID!, $after: String) {
    viewer { id ...ViewerOfFrame }
    organization(id: $organization) {
      id
      permissions { admin }
      ...OrganizationOfFrame
    }
    member(organizationId: $organization, userId: $user) {
      id
      userId
      role
      usesSSO
      isDisabled
      joinedAt
      lastSeenAt
      user { id displayName email photoURL }
      teamMemberships(first: 200) { totalCount nodes { team { id title } teamRole { role } } }
      spacePermissions(first: 50, after: $after, orderBy: { field: TITLE, direction: ASC }) {
        totalCount
        pageInfo { hasNextPage endCursor }
        nodes { role space { id title emoji } }
      }
    }
  }
`)

export const ContentToChoose = graphql(`
  query ContentToChoose($organization: ID!, $search: String) {
    organization(id: $organization) {
      id
      contents(first: 30, nested: true, search: $search) {
        nodes { __typename id title ... on Space { emoji } }
      }
    }
  }
`)

export const ExplainAccess = graphql(`
  query ExplainAccess($content: ID!, $user: ID!) {
    node(id: $content) {
      id
      ... on Space { title memberPermissions(user: $user, first: 1) { nodes { ...Access } } }
      ... on Collection { title memberPermissions(user: $user, first: 1) { nodes { ...Access } } }
    }
  }
`)

export const Access = graphql(`
  fragment Access on EffectivePermission {
    role
    grants
    origin {
      by
      team { id title }
      organization { id title }
      collection { id title }
      space { id title }
    }
  }
`)
