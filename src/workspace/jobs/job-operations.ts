import { graphql } from '../../generated/workspace-operations/gql.ts'

export const JobsQuery = graphql(`
  query JobsScreen($organization: ID!, $kind: JobKind, $status: [JobStatusFilter!], $after: String) {
    viewer { id ...ViewerOfFrame }
    organization(id: $organization) { id ...OrganizationOfFrame ...JobsOfOrganization }
  }
`)

export const JobsOfOrganization = graphql(`
  fragment JobsOfOrganization on Organization {
    id
    jobs(first: 50, after: $after, kind: $kind, status: $status) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes { id ...JobOfList }
    }
  }
`)

export const JobOfList = graphql(`
  fragment JobOfList on Job {
    id
    kind
    status
    createdAt
    completedAt
    progress { done total }
    error { message extensions }
    resultURL
    resultExpiresAt
    requestedBy { id displayName }
    space { id title }
    changeRequest { id number }
    revisionId
  }
`)

export const CancelJob = graphql(`
  mutation CancelJobOfList($job: ID!) {
    cancelJob(jobId: $job) { job { id ...JobOfList } }
  }
`)

export const RepeatExport = graphql(`
  mutation RepeatExport(
    $organization: ID!
    $kind: JobKind
    $status: [JobStatusFilter!]
    $after: String
    $space: ID!
    $changeRequest: ID
  ) {
    startExport(spaceId: $space, input: { changeRequest: $changeRequest }) {
      job { id }
      query { organization(id: $organization) { id ...JobsOfOrganization } }
    }
  }
`)

export const RepeatPdf = graphql(`
  mutation RepeatPdf(
    $organization: ID!
    $kind: JobKind
    $status: [JobStatusFilter!]
    $after: String
    $space: ID!
    $changeRequest: ID
  ) {
    startPdf(spaceId: $space, input: { changeRequest: $changeRequest }) {
      job { id }
      query { organization(id: $organization) { id ...JobsOfOrganization } }
    }
  }
`)
