import type { Module } from '../module.ts'
import { formerOrganizationJobs } from './former-organizations.ts'
import { createOidcHandler } from './oidc-handler.ts'

export const oidcModule: Module = {
  name: 'oidc',
  imports: ['identity-providers', 'members', 'organizations', 'sessions', 'teams'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).oidcRoutes,
  pathParameters: {
    oidcProviderId: 'Id of the identity provider.',
  },
  jobs: formerOrganizationJobs,
  handlers: (services) => [{ part: 'oidc', path: /^\/oidc\//, handle: createOidcHandler(services) }],
}
