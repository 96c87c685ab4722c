import type { Module } from '../module.ts'
import { organizationsReasons } from './reasons.ts'

export const organizationsModule: Module = {
  name: 'organizations',
  imports: [],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).organizationRoutes,
  pathParameters: {
    organizationId: 'Id of the organization.',
  },
  reasons: organizationsReasons,
}
