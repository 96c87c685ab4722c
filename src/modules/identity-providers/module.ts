import { on } from '../../database/transaction-event.ts'
import { memberRemoved } from '../members/events.ts'
import type { Module } from '../module.ts'
import { identityProvidersReasons } from './reasons.ts'
import { endSessionsOfMember } from './sessions.ts'

export const identityProvidersModule: Module = {
  name: 'identity-providers',
  imports: ['organizations', 'members', 'sessions', 'teams'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).identityProviderRoutes,
  listeners: [on(memberRemoved, endSessionsOfMember)],
  reasons: identityProvidersReasons,
}
