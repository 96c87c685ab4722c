import type { Module } from '../module.ts'
import { customizationsReasons } from './reasons.ts'

export const customizationsModule: Module = {
  name: 'customizations',
  imports: ['content', 'sites', 'visitors', 'site-spaces'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).customizationRoutes,
  reasons: customizationsReasons,
}
