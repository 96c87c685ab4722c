import { body, list, one, path, query, type Route, route } from '../../rest/route.ts'

const importRunBody = `
fragment ImportRunBody on ImportRun {
  id: jobId status createdAt updatedAt startedAt completedAt reason createdBy: createdById revision: revisionId
  source { type url } target { space: spaceId changeRequest: changeRequestId }
  site: siteId importedResources totalResources skipped { path reason } notes { kind path text }
  urls { location }
}`

const tag = 'Imports'
const fragments = [importRunBody]
const organizationId = path('organizationId')
const run = { organizationId, id: path('importRunId') }

export const importRunRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/org/:organizationId/imports',
    tag,
    summary: 'List the import runs of an organization',
    operation: `query ListImportRuns(
      $id: ID!, $first: Int, $after: String,
      $spaceId: ID, $changeRequestId: ID, $siteId: ID, $status: [JobStatusFilter!]
    ) {
      organization(id: $id) {
        importRuns(
          first: $first, after: $after,
          spaceId: $spaceId, changeRequestId: $changeRequestId, siteId: $siteId, status: $status
        ) {
          totalCount pageInfo { hasNextPage endCursor } nodes { ...ImportRunBody }
        }
      }
    }`,
    fragments,
    variables: {
      id: organizationId,
      first: query('limit'),
      after: query('page'),
      spaceId: query('space'),
      changeRequestId: query('changeRequest'),
      siteId: query('site'),
      status: query('status'),
    },
    respond: list('organization.importRuns'),
  }),
  route({
    method: 'POST',
    path: '/org/:organizationId/imports',
    tag,
    summary: 'Start an import',
    operation: `mutation StartImportRun($organizationId: ID!, $input: StartImportRunInput!) {
      startImportRun(organizationId: $organizationId, input: $input) { importRun { ...ImportRunBody } }
    }`,
    fragments,
    variables: { organizationId, input: body() },
    respond: one('startImportRun.importRun'),
    status: 201,
  }),
  route({
    method: 'GET',
    path: '/org/:organizationId/imports/:importRunId',
    tag,
    summary: 'Get an import run',
    operation: `query GetImportRun($organizationId: ID!, $id: ID!) {
      importRun(organizationId: $organizationId, id: $id) { ...ImportRunBody }
    }`,
    fragments,
    variables: run,
    respond: one('importRun'),
  }),
  route({
    method: 'POST',
    path: '/org/:organizationId/imports/:importRunId/cancel',
    tag,
    summary: 'Cancel an import run',
    operation: `mutation CancelImportRun($organizationId: ID!, $id: ID!) {
      cancelImportRun(organizationId: $organizationId, importRunId: $id) { importRun { ...ImportRunBody } }
    }`,
    fragments,
    variables: run,
    respond: one('cancelImportRun.importRun'),
  }),
]
