import type { Module } from '../module.ts'

export const apiInformationModule: Module = {
  name: 'api-information',
  imports: [],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).apiInformationRoutes,
}
