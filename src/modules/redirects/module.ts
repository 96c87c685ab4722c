import type { Module } from '../module.ts'
import { redirectsReasons } from './reasons.ts'

export const redirectsModule: Module = {
  name: 'redirects',
  imports: ['content', 'sites', 'site-spaces', 'site-sections'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).redirectRoutes,
  pathParameters: {
    siteRedirectId: 'Id of the redirect.',
  },
  reasons: redirectsReasons,
}
