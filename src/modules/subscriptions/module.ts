import type { Module } from '../module.ts'
import { subscriptionsReasons } from './reasons.ts'

export const subscriptionsModule: Module = {
  name: 'subscriptions',
  imports: ['organizations', 'spaces', 'sites', 'change-requests', 'comments', 'jobs', 'events'],
  schema: () => import('./schema.ts'),
  reasons: subscriptionsReasons,
}
