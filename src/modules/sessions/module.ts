import type { Module } from '../module.ts'

export const sessionsModule: Module = {
  name: 'sessions',
  imports: ['tokens', 'users'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).sessionRoutes,
  pathParameters: {
    sessionId: 'Id of the session.',
  },
}
