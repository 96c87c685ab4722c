import type { Module } from '../module.ts'
import { contentPermissionsReasons } from './reasons.ts'

export const contentPermissionsModule: Module = {
  name: 'content-permissions',
  imports: ['organizations', 'users', 'collections', 'spaces', 'members', 'teams', 'sites'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).contentPermissionRoutes,
  reasons: contentPermissionsReasons,
}
