import type { Module } from '../module.ts'

export const teamsModule: Module = {
  name: 'teams',
  imports: ['organizations', 'collections', 'members'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).teamRoutes,
  pathParameters: {
    teamId: 'Id of the team.',
  },
}
