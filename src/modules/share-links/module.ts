import type { Module } from '../module.ts'
import { shareLinksReasons } from './reasons.ts'

export const shareLinksModule: Module = {
  name: 'share-links',
  imports: ['sites'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).shareLinkRoutes,
  pathParameters: {
    shareLinkId: 'Id of the share link.',
  },
  reasons: shareLinksReasons,
}
