import type { Module } from '../module.ts'

export const translationsModule: Module = {
  name: 'translations',
  imports: ['organizations'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).translationRoutes,
  pathParameters: {
    translationSettingsId: 'Id of the translation settings.',
  },
}
