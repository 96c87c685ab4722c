import { graphql } from '../../generated/workspace-operations/gql.ts'

export const SpecificationsQuery = graphql(`
  query SpecificationsScreen($organization: ID!) {
    viewer { id ...ViewerOfFrame }
    organization(id: $organization) {
      id
      permissions { createOpenAPISpec }
      ...OrganizationOfFrame
      ...SpecificationsOfOrganization
    }
  }
`)

export const SpecificationsOfOrganization = graphql(`
  fragment SpecificationsOfOrganization on Organization {
    id
    openAPISpecs(first: 1000) {
      totalCount
      nodes { id ...SpecificationOfList }
    }
  }
`)

export const SpecificationOfList = graphql(`
  fragment SpecificationOfList on OpenAPISpec {
    id
    slug
    sourceURL
    processingState
    lastProcessErrorCode
    lastProcessedAt
    lastProcessedErrorCount
    lastVersionId
    visibility
  }
`)

export const SpecificationQuery = graphql(`
  query SpecificationScreen($organization: ID!, $slug: String!, $after: String) {
    viewer { id ...ViewerOfFrame }
    organization(id: $organization) { id ...OrganizationOfFrame }
    openAPISpec(organizationId: $organization, slug: $slug) {
      id
      ...SpecificationDetails
      ...UsesOfSpecification
    }
  }
`)

export const SpecificationDetails = graphql(`
  fragment SpecificationDetails on OpenAPISpec {
    id
    ...SpecificationOfList
    createdAt
    permissions { edit delete }
    urls { published }
    lastProcessedErrors { code message }
    versions(first: 50, after: $after) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes { id createdAt url }
    }
  }
`)

export const UsesOfSpecification = graphql(`
  fragment UsesOfSpecification on OpenAPISpec {
    id
    backlinks(first: 50, after: $after) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes { space { id title emoji } page { id pageId title } }
    }
  }
`)

/** Reads further pages that use a specification. */
export const UsesQuery = graphql(`
  query UsesOfSpecification($organization: ID!, $slug: String!, $after: String) {
    openAPISpec(organizationId: $organization, slug: $slug) { id ...UsesOfSpecification }
  }
`)

export const VersionsQuery = graphql(`
  query VersionsOfSpecification($organization: ID!, $slug: String!, $after: String) {
    openAPISpec(organizationId: $organization, slug: $slug) { id ...SpecificationDetails }
  }
`)

export const CreateSpecification = graphql(`
  mutation CreateSpecification($organization: ID!, $input: CreateOpenAPISpecInput!) {
    createOpenAPISpec(organizationId: $organization, input: $input) {
      openAPISpec { id slug }
      query { organization(id: $organization) { id ...SpecificationsOfOrganization } }
    }
  }
`)

export const SetSpecificationSource = graphql(`
  mutation SetSpecificationSource(
    $organization: ID!
    $slug: String!
    $source: OpenAPISourceInput!
    $after: String
  ) {
    setOpenAPISpecSource(organizationId: $organization, slug: $slug, input: { source: $source }) {
      openAPISpec { id ...SpecificationDetails }
    }
  }
`)

export const SetSpecificationVisibility = graphql(`
  mutation SetSpecificationVisibility($organization: ID!, $slug: String!, $visibility: OpenAPIVisibility!) {
    updateOpenAPISpec(organizationId: $organization, slug: $slug, input: { visibility: $visibility }) {
      openAPISpec { id visibility urls { published } }
    }
  }
`)

export const DeleteSpecification = graphql(`
  mutation DeleteSpecification($organization: ID!, $slug: String!) {
    deleteOpenAPISpec(organizationId: $organization, slug: $slug) {
      deletedOpenAPISpecId
      organization { id ...SpecificationsOfOrganization }
    }
  }
`)
