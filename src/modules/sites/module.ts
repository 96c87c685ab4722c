import type { Module } from '../module.ts'
import { sitesReasons } from './reasons.ts'

export const sitesModule: Module = {
  name: 'sites',
  imports: ['organizations', 'spaces', 'content'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).siteRoutes,
  pathParameters: {
    siteId: 'Id of the site.',
  },
  reasons: sitesReasons,
}
