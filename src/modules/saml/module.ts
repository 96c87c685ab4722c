import { on } from '../../database/transaction-event.ts'
import { memberRemoved } from '../members/events.ts'
import type { Module } from '../module.ts'
import { samlReasons } from './reasons.ts'
import { createSamlHandler } from './saml-handler.ts'
import { endSessionsOfMember } from './sessions.ts'

export const samlModule: Module = {
  name: 'saml',
  imports: ['organizations', 'members', 'teams'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).samlRoutes,
  listeners: [on(memberRemoved, endSessionsOfMember)],
  handlers: (services) => [{ part: 'saml', path: /^\/saml\//, handle: createSamlHandler(services) }],
  reasons: samlReasons,
}
