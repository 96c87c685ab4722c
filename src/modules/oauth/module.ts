import type { Module } from '../module.ts'
import { createOAuthHandler, oauthPath } from './oauth-handler.ts'

export const oauthModule: Module = {
  name: 'oauth',
  imports: ['tokens'],
  schema: async () => {},
  routes: async () => [],
  handlers: (services) => [{ part: 'oauth', path: oauthPath, handle: createOAuthHandler(services) }],
}
