import type { Module } from '../module.ts'
import { changeRequestsReasons } from './reasons.ts'

export const changeRequestsModule: Module = {
  name: 'change-requests',
  imports: ['organizations', 'users', 'spaces', 'content', 'sites'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).changeRequestRoutes,
  reasons: changeRequestsReasons,
}
