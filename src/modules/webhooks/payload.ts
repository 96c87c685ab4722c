/** The type of what is sent to test a webhook. */
export const testType = 'webhook.test'

/** Returns the body of a request after the Standard Webhooks specification. */
const bodyOf = (type: string, occurredAt: Date, data: object): string =>
  JSON.stringify({ type, timestamp: occurredAt.toISOString(), data })

interface Test {
  readonly eventId: string
  readonly organizationId: string
  readonly webhookId: string
  readonly now: Date
}

/** Returns the body of a test. */
export const testPayload = ({ eventId, organizationId, webhookId, now }: Test): string =>
  bodyOf(testType, now, {
    id: eventId,
    organization: organizationId,
    target: { type: 'Webhook', id: webhookId },
  })
