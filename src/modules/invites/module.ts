import type { Module } from '../module.ts'
import { invitesReasons } from './reasons.ts'

export const invitesModule: Module = {
  name: 'invites',
  imports: ['organizations', 'users', 'collections', 'spaces', 'members', 'tokens', 'notifications'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).inviteRoutes,
  pathParameters: {
    emailDomain: 'Domain of an email address, for example `example.com`.',
    emailInviteId: 'Id of the invitation by email.',
    inviteId: 'Id of the invite link.',
    inviteSecret: 'The secret from the invitation email.',
  },
  reasons: invitesReasons,
}
