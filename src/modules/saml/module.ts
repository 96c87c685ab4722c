import type { Module } from '../module.ts'
import { samlReasons } from './reasons.ts'
import { createSamlHandler } from './saml-handler.ts'

export const samlModule: Module = {
  name: 'saml',
  imports: ['identity-providers', 'organizations', 'teams'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).samlRoutes,
  pathParameters: {
    samlProviderId: 'Id of the identity provider.',
  },
  handlers: (services) => [{ part: 'saml', path: /^\/saml\//, handle: createSamlHandler(services) }],
  reasons: samlReasons,
}
