import type { Module } from '../module.ts'
import { membersReasons } from './reasons.ts'

export const membersModule: Module = {
  name: 'members',
  imports: ['organizations', 'spaces', 'users'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).memberRoutes,
  reasons: membersReasons,
}
