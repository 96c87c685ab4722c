import type { Module } from '../module.ts'
import { usersReasons } from './reasons.ts'

export const usersModule: Module = {
  name: 'users',
  imports: ['spaces'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).userRoutes,
  pathParameters: {
    userId: 'Id of the user.',
  },
  reasons: usersReasons,
}
