import type { Module } from '../module.ts'

export const visitorsModule: Module = {
  name: 'visitors',
  imports: ['sites'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).visitorRoutes,
}
