import { on } from '../../database/transaction-event.ts'
import { spacesLeaving } from '../collections/space-events.ts'
import type { Module } from '../module.ts'
import { endConnections } from './leaving-spaces.ts'
import { gitSyncProblems } from './problems.ts'
import { gitSyncReasons } from './reasons.ts'
import { gitSyncServices } from './services.ts'
import { gitSyncWork } from './sync-job.ts'
import { createGitWebhookHandler, webhookPath } from './webhook-handler.ts'

export const gitSyncModule: Module = {
  name: 'git-sync',
  imports: ['collections', 'spaces', 'content', 'change-requests', 'jobs', 'users'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).gitSyncRoutes,
  pathParameters: {
    gitPreviewId: 'Id of the preview.',
  },
  services: gitSyncServices,
  handlers: (services) => [
    { part: 'git-webhooks', path: webhookPath, handle: createGitWebhookHandler(services) },
  ],
  listeners: [on(spacesLeaving, endConnections)],
  work: { GIT_SYNC: gitSyncWork },
  reasons: gitSyncReasons,
  problems: gitSyncProblems,
}
