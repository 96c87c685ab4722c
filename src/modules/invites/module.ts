import type { Module } from '../module.ts'
import { invitesReasons } from './reasons.ts'

export const invitesModule: Module = {
  name: 'invites',
  imports: ['organizations', 'users', 'collections', 'spaces', 'members', 'tokens', 'notifications'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).inviteRoutes,
  reasons: invitesReasons,
}
