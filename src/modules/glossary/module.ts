import type { Module } from '../module.ts'
import { glossaryReasons } from './reasons.ts'

export const glossaryModule: Module = {
  name: 'glossary',
  imports: ['organizations'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).glossaryRoutes,
  pathParameters: {
    glossaryEntryId: 'Id of the entry.',
  },
  reasons: glossaryReasons,
}
