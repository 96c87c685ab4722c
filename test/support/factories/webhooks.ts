import { newId } from '../../../src/base/identifiers.ts'
import { uuids } from '../../../src/base/uuids.ts'
import type { TestApp } from '../app.ts'

/** Adds a delivery that has failed, and returns its id. */
export async function buildDelivery({ database }: TestApp, webhookId: string): Promise<string> {
  const eventId = uuids.generate().toString()
  const { id } = await database.prisma.webhookDelivery.create({
    data: {
      id: newId('WebhookDelivery'),
      webhookId,
      eventId,
      eventType: 'content.updated',
      objectId: eventId,
      sequence: 1n,
      payload: JSON.stringify({ type: 'content.updated', data: { id: eventId } }),
      status: 'FAILED',
      completedAt: new Date(),
      attempts: [
        {
          startedAt: new Date().toISOString(),
          milliseconds: 12,
          responseStatus: 500,
          responseBody: 'Error',
          error: null,
        },
      ],
    },
  })
  return id
}
