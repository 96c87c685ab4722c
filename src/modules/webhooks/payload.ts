import type { PlacedEvent } from '../events/feed.ts'

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

export const testPayload = ({ eventId, organizationId, webhookId, now }: Test): string =>
  bodyOf(testType, now, {
    id: eventId,
    type: testType,
    occurredAt: now.toISOString(),
    organizationId,
    targetType: 'Webhook',
    targetId: webhookId,
    changes: [],
    omittedChanges: 0,
  })

/** Returns the body of a request with an event, which has the members that the list of events has. */
export const eventPayload = ({
  id,
  type,
  occurredAt,
  organizationId,
  actorUserId,
  actorLabel,
  targetType,
  targetId,
  personId,
  spaceId,
  siteId,
  changeRequestId,
  jobId,
  changes,
  omittedChanges,
}: PlacedEvent): string =>
  bodyOf(type, occurredAt, {
    id,
    type,
    occurredAt: occurredAt.toISOString(),
    organizationId,
    ...withoutNulls({ actorUserId, actorLabel }),
    targetType,
    targetId,
    ...withoutNulls({ personId, spaceId, siteId, changeRequestId, jobId }),
    changes: changes.map(withoutNulls),
    omittedChanges,
  })

const withoutNulls = (members: object): object =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== undefined))
