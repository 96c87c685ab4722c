import type { Module } from '../module.ts'

export const embedsModule: Module = {
  name: 'embeds',
  imports: ['spaces'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).embedRoutes,
}
