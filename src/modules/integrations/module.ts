import type { Module } from '../module.ts'

export const integrationsModule: Module = {
  name: 'integrations',
  imports: ['organizations', 'spaces', 'sites'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).integrationRoutes,
}
