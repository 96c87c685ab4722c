import type { Module } from '../module.ts'
import { createSignOutHandler } from './sign-out.ts'

export const sessionsModule: Module = {
  name: 'sessions',
  imports: ['tokens', 'users'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).sessionRoutes,
  handlers: (services) => [
    // The second is the address that it had before there were other ways to sign in than SAML.
    { part: 'sessions', path: /^\/(sign-out|saml\/logout)$/, handle: createSignOutHandler(services) },
  ],
}
