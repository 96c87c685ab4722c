import type { Module } from '../module.ts'
import { eventJobs } from './jobs.ts'

export const eventsModule: Module = {
  name: 'events',
  imports: ['organizations', 'users', 'spaces', 'sites', 'change-requests', 'jobs'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).eventRoutes,
  jobs: eventJobs,
}
