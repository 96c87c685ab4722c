import type { Module } from '../module.ts'
import { tokensReasons } from './reasons.ts'

export const tokensModule: Module = {
  name: 'tokens',
  imports: ['organizations', 'users'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).tokenRoutes,
  pathParameters: {
    tokenId: 'Id of the token.',
  },
  reasons: tokensReasons,
}
