import { graphql } from '../../generated/workspace-operations/gql.ts'

export const CustomFieldsQuery = graphql(`
  query CustomFieldsScreen($organization: ID!) {
    viewer { id ...ViewerOfFrame }
    organization(id: $organization) {
      id
      permissions { admin }
      ...OrganizationOfFrame
      ...CustomFieldsOfOrganization
    }
  }
`)

export const CustomFieldsOfOrganization = graphql(`
  fragment CustomFieldsOfOrganization on Organization {
    id
    customFields(first: 100) {
      totalCount
      nodes { id ...CustomFieldOfList }
    }
  }
`)

export const CustomFieldOfList = graphql(`
  fragment CustomFieldOfList on CustomField {
    id
    name
    title
    description
    placeholder
    type
    options
    permissions { edit }
  }
`)

export const CreateCustomField = graphql(`
  mutation CreateCustomField($organization: ID!, $input: CreateCustomFieldInput!) {
    createCustomField(organizationId: $organization, input: $input) {
      customField { id }
      organization { id ...CustomFieldsOfOrganization }
    }
  }
`)

export const UpdateCustomField = graphql(`
  mutation UpdateCustomField($organization: ID!, $name: String!, $input: UpdateCustomFieldInput!) {
    updateCustomField(organizationId: $organization, name: $name, input: $input) {
      customField { id ...CustomFieldOfList }
    }
  }
`)

export const DeleteCustomField = graphql(`
  mutation DeleteCustomField($organization: ID!, $name: String!) {
    deleteCustomField(organizationId: $organization, name: $name) {
      deletedCustomFieldId
      organization { id ...CustomFieldsOfOrganization }
    }
  }
`)

export const CustomFieldsOfSpace = graphql(`
  fragment CustomFieldsOfSpace on Space {
    id
    permissions { edit }
    customFields {
      customField { id name title type options description placeholder }
      value
    }
  }
`)

export const UpdateSpaceFields = graphql(`
  mutation UpdateSpaceFields($space: ID!, $values: [CustomFieldValueInput!]!) {
    updateSpaceCustomFields(spaceId: $space, values: $values) { space { id ...CustomFieldsOfSpace } }
  }
`)
