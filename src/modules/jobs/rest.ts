import { path, query } from '../../rest/route.ts'
import { type Row, routesOf } from '../../rest/row.ts'

export const jobBody = `
fragment JobBody on Job {
  id kind status createdAt updatedAt startedAt completedAt
  progress { done total }
  error { code reason message }
  resultURL resultExpiresAt
  space: spaceId changeRequest: changeRequestId revision: revisionId requestedBy: requestedById
  urls { location }
}`

/** A job with what a sync with git changed. */
export const wholeJobBody = `
fragment WholeJobBody on Job {
  ...JobBody
  gitSync {
    isDryRun changeCount pushedCommits commit conflictCount changeRequest: changeRequestId keptBranch isHistoryRewritten
    state { code message remedy file line } changes { side kind name from } problems { code message file line }
  }
}
${jobBody}`

const route = routesOf('Jobs', jobBody)

export const jobRoutes: readonly Row[] = [
  route('GET', '/orgs/:organizationId/jobs', 'organization.jobs', {
    name: 'ListJobs',
    summary: 'List the jobs of an organization',
    inputs: { status: query('status'), kind: query('kind') },
  }),
  route('GET', '/orgs/:organizationId/jobs/:jobId', 'job', {
    name: 'GetJob',
    summary: 'Get a job',
    reply: wholeJobBody,
    inputs: { id: path('jobId') },
  }),
  route('POST', '/orgs/:organizationId/jobs/:jobId/cancel', 'cancelJob.job', {
    summary: 'Cancel a job',
    inputs: { jobId: path('jobId') },
  }),
]
