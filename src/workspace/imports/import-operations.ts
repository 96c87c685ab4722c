import { graphql } from '../../generated/workspace-operations/gql.ts'

export const ImportsQuery = graphql(`
  query ImportsScreen($organization: ID!, $after: String) {
    viewer { id ...ViewerOfFrame }
    organization(id: $organization) {
      id
      permissions { createContent }
      ...OrganizationOfFrame
      ...ImportsOfOrganization
    }
  }
`)

export const ImportsOfOrganization = graphql(`
  fragment ImportsOfOrganization on Organization {
    id
    importRuns(first: 50, after: $after) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes { id ...ImportRunOfList }
    }
  }
`)

export const ImportRunOfList = graphql(`
  fragment ImportRunOfList on ImportRun {
    id
    jobId
    status
    createdAt
    startedAt
    completedAt
    createdBy { id displayName }
    source { type url }
    target { spaceId space { id title permissions { edit } } changeRequest { id number } }
    job { id progress { done total } error { message extensions } }
    importedResources
    totalResources
    skipCounts { files frontMatters links pages }
    noteCounts { dropped healedLinks hidden kept moved recognized unevaluated }
  }
`)

export const ImportReportQuery = graphql(`
  query ImportReportScreen($organization: ID!, $run: ID!) {
    viewer { id ...ViewerOfFrame }
    organization(id: $organization) { id ...OrganizationOfFrame }
    importRun(id: $run, organizationId: $organization) {
      id
      ...ImportRunOfList
      revisionId
      skipped { kind path reason named { name values } }
      notes { kind path text named { name values } }
    }
  }
`)

export const CancelImport = graphql(`
  mutation CancelImport($run: ID!) {
    cancelImportRun(importRunId: $run) { importRun { id ...ImportRunOfList } }
  }
`)

export const StartImport = graphql(`
  mutation StartImport($organization: ID!, $after: String, $input: StartImportRunInput!) {
    startImportRun(organizationId: $organization, input: $input) {
      importRun { id jobId ...ImportRunOfList }
      query { organization(id: $organization) { id ...ImportsOfOrganization } }
    }
  }
`)
