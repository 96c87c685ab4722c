import type { Module } from '../module.ts'
import { sweepOAuth } from './clients.ts'
import { createOAuthHandler, oauthPath } from './oauth-handler.ts'

/** The page on which a user gives access is in `src/sign-in`. */
export const oauthModule: Module = {
  name: 'oauth',
  imports: ['tokens'],
  handlers: (services) => [{ part: 'oauth', path: oauthPath, handle: createOAuthHandler(services) }],
  sweep: sweepOAuth,
}
