import type { Service, ServiceServices } from '../module.ts'
import { WebhookDispatcher } from './dispatcher.ts'
import { removeOldDeliveries } from './retention.ts'
import { sendWebhooksTask } from './send-task.ts'
import { WebhookSender } from './sender.ts'

const removeTask = 'remove-old-webhook-deliveries'

/** Makes deliveries of events and sends what is due, as long as the process runs, and removes old deliveries every day. */
export function webhookServices(services: ServiceServices): readonly Service[] {
  const sender = new WebhookSender(services)
  const dispatcher = new WebhookDispatcher({ ...services, onDispatched: () => void sender.wake() })
  return [
    dispatcher,
    {
      start: () => sender.start(),
      stop: () => sender.stop(),
      jobs: {
        tasks: {
          [sendWebhooksTask]: () => sender.wake(),
          [removeTask]: async () => {
            await removeOldDeliveries(services.database, new Date())
          },
        },
        crontab: `52 3 * * * ${removeTask} ?jobKey=${removeTask}&max=3`,
      },
    },
  ]
}
