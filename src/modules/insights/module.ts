import type { Module } from '../module.ts'

export const insightsModule: Module = {
  name: 'insights',
  imports: ['spaces', 'content', 'sites'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).insightRoutes,
}
