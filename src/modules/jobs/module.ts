import { on } from '../../database/transaction-event.ts'
import type { Module } from '../module.ts'
import { organizationDeleted } from '../organizations/events.ts'
import { runnerJobs } from './jobs.ts'
import { jobsReasons } from './reasons.ts'
import { createJobResultHandler } from './result-handler.ts'
import { removeOldJobs } from './retention.ts'
import { cancelJobsOfOrganization } from './service.ts'

export const jobsModule: Module = {
  name: 'jobs',
  imports: ['organizations', 'users', 'spaces', 'content', 'change-requests'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).jobRoutes,
  pathParameters: {
    jobId: 'Id of the job.',
  },
  jobs: ({ runner }) => runnerJobs(runner),
  listeners: [on(organizationDeleted, cancelJobsOfOrganization)],
  handlers: (services) => [{ part: 'jobs', path: /^\/jobs\//, handle: createJobResultHandler(services) }],
  sweep: removeOldJobs,
  reasons: jobsReasons,
}
