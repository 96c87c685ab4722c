import type { Module } from '../module.ts'
import { pauseMailJobs } from './pause-mail.ts'
import { webhooksReasons } from './reasons.ts'
import { webhookServices } from './services.ts'

export const webhooksModule: Module = {
  name: 'webhooks',
  imports: ['organizations', 'spaces', 'sites', 'events'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).webhookRoutes,
  pathParameters: {
    deliveryId: 'Id of the delivery.',
    webhookId: 'Id of the webhook.',
  },
  jobs: pauseMailJobs,
  services: webhookServices,
  reasons: webhooksReasons,
}
