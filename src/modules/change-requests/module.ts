import type { Module } from '../module.ts'
import { changeRequestsReasons } from './reasons.ts'

export const changeRequestsModule: Module = {
  name: 'change-requests',
  imports: ['organizations', 'users', 'spaces', 'content', 'sites'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).changeRequestRoutes,
  pathParameters: {
    changeRequestId: 'Id of the change request, or its number in the space.',
  },
  reasons: changeRequestsReasons,
}
