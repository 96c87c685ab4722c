import { notFound } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import { addJob } from '../../database/jobs.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Webhook, WebhookDelivery } from '../../generated/prisma/client.ts'
import type { Context } from '../../request/context.ts'
import { lockWebhooks, makeFirstDue, queueAgain } from './delivery-rows.ts'
import { testPayload, testType } from './payload.ts'
import { conflict } from './reasons.ts'
import { sendWebhooksTask } from './send-task.ts'
import { loadWebhook, type WebhookAddress } from './service.ts'

export interface DeliveryAddress extends WebhookAddress {
  readonly deliveryId: string
}

/** Queues a delivery of an event that has not happened. */
export async function testWebhook(context: Context, address: WebhookAddress): Promise<WebhookDelivery> {
  const { id: webhookId, organizationId } = await loadWebhook(context, address)
  return context.database.transaction(async (transaction) => {
    await lockActive(transaction, webhookId)
    const id = newId('WebhookDelivery')
    const eventId = newId('Event')
    const now = new Date()
    await transaction.webhookDelivery.create({
      data: {
        id,
        webhookId,
        eventId,
        eventType: testType,
        // It waits for no other, and no other for it.
        objectId: id,
        sequence: 0n,
        payload: testPayload({ eventId, organizationId, webhookId, now }),
        createdAt: now,
      },
    })
    await makeFirstDue(transaction.query, webhookId)
    await addJob(transaction, sendWebhooksTask)
    return transaction.webhookDelivery.findUniqueOrThrow({ where: { id } })
  })
}

/** Queues a delivery that has ended once more, with the same id of its event and as many tries as a new one. */
export async function redeliver(
  context: Context,
  { deliveryId, ...address }: DeliveryAddress,
): Promise<WebhookDelivery> {
  const { id: webhookId } = await loadWebhook(context, address)
  return context.database.transaction(async (transaction) => {
    await lockActive(transaction, webhookId)
    const delivery = await transaction.webhookDelivery.findFirst({ where: { id: deliveryId, webhookId } })
    if (!delivery) throw notFound()
    if (delivery.status === 'PENDING') throw conflict('DELIVERY_PENDING')
    await queueAgain(transaction.query, deliveryId)
    await addJob(transaction, sendWebhooksTask)
    return transaction.webhookDelivery.findUniqueOrThrow({ where: { id: deliveryId } })
  })
}

/** Locks a webhook. Throws if nothing is sent to it. */
async function lockActive(transaction: Transaction, id: string): Promise<Webhook> {
  const [webhook] = await lockWebhooks(transaction, [id])
  if (!webhook) throw notFound()
  if (!webhook.isEnabled || webhook.pausedAt !== null) throw conflict('WEBHOOK_NOT_ACTIVE')
  return webhook
}
