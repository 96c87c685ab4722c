import type { Module } from '../module.ts'
import { signInLinksReasons } from './reasons.ts'

/** Its pages are in `src/sign-in`: neither API gives sessions. */
export const signInLinksModule: Module = {
  name: 'sign-in-links',
  imports: ['sessions', 'users'],
  reasons: signInLinksReasons,
}
