import type { Module } from '../module.ts'
import { publishingReasons } from './reasons.ts'

export const publishingModule: Module = {
  name: 'publishing',
  imports: ['members', 'sites', 'visitors', 'site-spaces'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).publishingRoutes,
  reasons: publishingReasons,
}
