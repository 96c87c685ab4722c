import type { Module } from '../module.ts'
import { organizationsReasons } from './reasons.ts'

export const organizationsModule: Module = {
  name: 'organizations',
  imports: [],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).organizationRoutes,
  reasons: organizationsReasons,
}
