import type { Module } from '../module.ts'
import { createOidcHandler } from './oidc-handler.ts'

export const oidcModule: Module = {
  name: 'oidc',
  imports: ['identity-providers', 'members', 'sessions'],
  schema: async () => {},
  routes: async () => [],
  handlers: (services) => [{ part: 'oidc', path: /^\/oidc\//, handle: createOidcHandler(services) }],
}
