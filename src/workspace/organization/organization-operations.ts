import { graphql } from '../../generated/workspace-operations/gql.ts'

export const SettingsQuery = graphql(`
  query SettingsScreen($organization: ID!) {
    viewer { id ...ViewerOfFrame }
    organization(id: $organization) {
      id
      title
      permissions { admin }
      ...OrganizationOfFrame
      ...GeneralSettings
    }
  }
`)

export const GeneralSettings = graphql(`
  fragment GeneralSettings on Organization {
    id
    title
    hostname
    defaultRole
    hasInviteLinksEnabled
    mergeRules { type rules { rule userIds } }
    urls { logo }
  }
`)

export const UpdateOrganization = graphql(`
  mutation UpdateOrganization($organization: ID!, $input: UpdateOrganizationInput!) {
    updateOrganization(organizationId: $organization, input: $input) {
      organization { id ...GeneralSettings }
    }
  }
`)

export const UploadLogo = graphql(`
  mutation UploadOrganizationLogo($organization: ID!, $file: Upload!) {
    uploadOrganizationLogo(organizationId: $organization, input: { upload: $file }) {
      organization { id urls { logo } }
    }
  }
`)

export const LeaveOrganization = graphql(`
  mutation LeaveOrganization($organization: ID!, $user: ID!) {
    removeMember(organizationId: $organization, userId: $user) { removedMemberId }
  }
`)

export const DeleteOrganization = graphql(`
  mutation DeleteOrganization($organization: ID!, $title: String!) {
    deleteOrganization(organizationId: $organization, input: { title: $title }) { deletedOrganizationId }
  }
`)
