import type { Module } from '../module.ts'
import { siteSectionsReasons } from './reasons.ts'

export const siteSectionsModule: Module = {
  name: 'site-sections',
  imports: ['content', 'sites', 'visitors', 'site-spaces'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).siteSectionRoutes,
  pathParameters: {
    siteExternalLinkId: 'Id of the link.',
    siteSectionGroupId: 'Id of the section group.',
    siteSectionId: 'Id of the section.',
  },
  reasons: siteSectionsReasons,
}
