import type { Module } from '../module.ts'
import { siteSectionsReasons } from './reasons.ts'

export const siteSectionsModule: Module = {
  name: 'site-sections',
  imports: ['content', 'sites', 'visitors', 'site-spaces'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).siteSectionRoutes,
  reasons: siteSectionsReasons,
}
