import type { Module } from '../module.ts'
import { collectionsReasons } from './reasons.ts'

export const collectionsModule: Module = {
  name: 'collections',
  imports: ['organizations'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).collectionRoutes,
  pathParameters: {
    collectionId: 'Id of the collection.',
  },
  reasons: collectionsReasons,
}
