import type { Module } from '../module.ts'

export const importsModule: Module = {
  name: 'imports',
  imports: ['spaces', 'content', 'change-requests'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).importRoutes,
}
