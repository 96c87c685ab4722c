import { list, one, path, query, type Route, route } from '../../rest/route.ts'

export const jobBody = `
fragment JobBody on Job {
  id kind status createdAt updatedAt startedAt completedAt
  progress { done total }
  error { code reason message }
  resultURL resultExpiresAt
  space: spaceId changeRequest: changeRequestId revision: revisionId requestedBy: requestedById
  urls { location }
}`

const tag = 'Jobs'
const fragments = [jobBody]
const organizationId = path('organizationId')

export const jobRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/orgs/:organizationId/jobs',
    tag,
    summary: 'List the jobs of an organization',
    operation: `query ListJobs(
      $id: ID!, $first: Int, $after: String, $status: [JobStatusFilter!], $kind: JobKind
    ) {
      organization(id: $id) {
        jobs(first: $first, after: $after, status: $status, kind: $kind) {
          totalCount pageInfo { hasNextPage endCursor } nodes { ...JobBody }
        }
      }
    }`,
    fragments,
    variables: {
      id: organizationId,
      first: query('limit'),
      after: query('page'),
      status: query('status'),
      kind: query('kind'),
    },
    respond: list('organization.jobs'),
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/jobs/:jobId',
    tag,
    summary: 'Get a job',
    operation: `query GetJob($organizationId: ID!, $id: ID!) {
      job(organizationId: $organizationId, id: $id) { ...JobBody }
    }`,
    fragments,
    variables: { organizationId, id: path('jobId') },
    respond: one('job'),
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/jobs/:jobId/cancel',
    tag,
    summary: 'Cancel a job',
    operation: `mutation CancelJob($organizationId: ID!, $id: ID!) {
      cancelJob(organizationId: $organizationId, jobId: $id) { job { ...JobBody } }
    }`,
    fragments,
    variables: { organizationId, id: path('jobId') },
    respond: one('cancelJob.job'),
  }),
]
