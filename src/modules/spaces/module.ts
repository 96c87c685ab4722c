import type { Module } from '../module.ts'
import { spaceJobs } from './jobs.ts'
import { spacesReasons } from './reasons.ts'

export const spacesModule: Module = {
  name: 'spaces',
  imports: ['organizations', 'collections'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).spaceRoutes,
  pathParameters: {
    spaceId: 'Id of the space.',
  },
  jobs: ({ database }) => spaceJobs(database),
  reasons: spacesReasons,
}
