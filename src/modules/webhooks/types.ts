import type { Webhook as WebhookRow } from '../../generated/prisma/client.ts'
import type { WebhookDeliveryStatus } from '../../generated/prisma/enums.ts'
import { extend, model, single } from '../../graph/declare/model.ts'
import { builder } from '../../graphql/builder.ts'
import { enumType } from '../../graphql/enum-type.ts'
import { urlsObject } from '../../graphql/urls-object.ts'
import { Organization } from '../organizations/schema.ts'
import { Site } from '../sites/schema.ts'
import { Space } from '../spaces/schema.ts'
import type { Attempt } from './delivery-rows.ts'
import {
  deliveryDays,
  listedTries,
  maximumReplyBytes,
  pauseAfterHours,
  secretOverlapHours,
} from './limits.ts'
import { readableWebhooks } from './policy.ts'
import { loadWebhook } from './service.ts'
import { statusOf, type WebhookStatus } from './status.ts'

const WebhookStatusEnum = enumType(
  'WebhookStatus',
  'Whether events are sent to a webhook, and how that went.',
  {
    ACTIVE: 'Events are sent, and the last try succeeded.',
    FAILING: 'Events are sent, and the last try failed. It is tried again.',
    PAUSED: `Nothing is sent, because no try succeeded for ${pauseAfterHours} hours, or too many deliveries waited.`,
    GONE: 'Nothing is sent, because the receiver answered with status 410.',
    DISABLED: 'Nothing is sent, because an admin disabled it.',
  } satisfies Record<WebhookStatus, string>,
)

const WebhookDeliveryStatusEnum = enumType('WebhookDeliveryStatus', 'The status of a delivery.', {
  PENDING: 'It was not tried yet, or is tried again.',
  SUCCEEDED: 'The receiver answered with a status from 200 to 299.',
  FAILED: 'It was tried as often as it is tried, or the receiver is gone.',
} satisfies Record<WebhookDeliveryStatus, string>)

const WebhookUrls = urlsObject<Pick<WebhookRow, 'id' | 'organizationId'>>('WebhookUrls', {
  description: 'URLs of a webhook.',
  of: 'the webhook',
  location: ({ id, organizationId }) => `/orgs/${organizationId}/webhooks/${id}`,
})

/** Returns SQL for the ids of a filter of a webhook. */
const filterOf = (column: 'spaceIds' | 'siteIds'): string =>
  `ARRAY(SELECT unnest(w."${column}") FROM "Webhook" w WHERE w.id = p.k0)`

export const Webhook = model('Webhook', {
  description: 'An address to which the events of an organization are sent.',
  id: 'The id, an opaque string.',
  visible: readableWebhooks,
  fields: (t) => ({
    url: t.expose('url', { type: 'URL', description: 'The address.' }),
    description: t.exposeString('description', { description: 'What admins note of it. Empty for nothing.' }),
    events: t.exposeStringList('events', {
      description:
        'The types of events that are sent. One that ends with `.*` stands for all that begin like it. Empty for all.',
    }),
    spaceIds: t.exposeStringList('spaceIds', {
      description:
        'Ids of the spaces whose events are sent. If there are no sites either, those of everything are sent.',
    }),
    siteIds: t.exposeStringList('siteIds', {
      description:
        'Ids of the sites whose events are sent. If there are no spaces either, those of everything are sent.',
    }),
    allSpaces: t.all(Space, {
      description: 'The spaces whose events are sent, by title, without those that are deleted.',
      by: { condition: `t.id = ANY(${filterOf('spaceIds')})`, keys: ['id'] },
      order: ['title', 'id'],
    }),
    allSites: t.all(Site, {
      description: 'The sites whose events are sent, by title.',
      by: { condition: `t.id = ANY(${filterOf('siteIds')})`, keys: ['id'] },
      order: ['title', 'id'],
    }),
    isEnabled: t.exposeBoolean('isEnabled', {
      description: 'Whether events are to be sent. A receiver that is gone sets it to false.',
    }),
    status: t.computed({
      type: WebhookStatusEnum,
      description: 'Whether events are sent, and how that went.',
      from: ['isEnabled', 'failingSince', 'pausedAt', 'goneAt'],
      resolve: statusOf,
    }),
    failingSince: t.exposeDateTime('failingSince', {
      nullable: true,
      description:
        'The date and time of the first failure since the last success. Null if the last try succeeded.',
    }),
    formerSecretUntil: t.exposeDateTime('formerSecretUntil', {
      nullable: true,
      description: `The date and time until which requests are signed with the former secret too, ${secretOverlapHours} hours after the secret was rotated. Null if it never was.`,
    }),
    createdAt: t.exposeDateTime('createdAt', { description: 'The date and time of creation.' }),
    updatedAt: t.exposeDateTime('updatedAt', { description: 'The date and time of the last update.' }),
    ...t.oneWithId('organization', Organization, { description: 'The organization.' }),
    urls: t.computed({
      type: WebhookUrls,
      description: 'URLs of the webhook.',
      from: ['id', 'organizationId'],
    }),
  }),
})

const WebhookAttempt = builder.objectRef<Attempt>('WebhookAttempt').implement({
  description: 'A try of a delivery.',
  extensions: { rest: { object: false } },
  fields: (t) => ({
    startedAt: t.field({
      type: 'DateTime',
      description: 'The date and time at which it began.',
      resolve: ({ startedAt }) => new Date(startedAt),
    }),
    milliseconds: t.exposeInt('milliseconds', { description: 'The time that it took.' }),
    responseStatus: t.exposeInt('responseStatus', {
      nullable: true,
      description: 'The status of the answer. Null if there was none.',
    }),
    responseBody: t.exposeString('responseBody', {
      nullable: true,
      description: `The first ${maximumReplyBytes} bytes of the answer. Null if there was none.`,
    }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'The reason why there was no answer. Null if there was one.',
    }),
  }),
})

export const WebhookDelivery = model('WebhookDelivery', {
  description: `An event that is sent to a webhook. It is kept for ${deliveryDays} days.`,
  id: 'The id, an opaque string.',
  visible: (viewer) => ({ webhook: readableWebhooks(viewer) }),
  fields: (t) => ({
    eventId: t.exposeID('eventId', {
      description: 'Id of the event, which all tries have as `webhook-id`.',
    }),
    eventType: t.exposeString('eventType', { description: 'The type of the event.' }),
    status: t.expose('status', { type: WebhookDeliveryStatusEnum, description: 'Its status.' }),
    dueAt: t.exposeDateTime('dueAt', {
      nullable: true,
      description:
        'The date and time of the next try. Null if it has ended, or waits for an earlier event of the same object.',
    }),
    attempts: t.computed({
      type: [WebhookAttempt],
      description: `The last ${listedTries} tries, oldest first.`,
      from: ['attempts'],
      resolve: ({ attempts }) => attempts as unknown as Attempt[],
    }),
    payload: t.computed({
      type: 'JSON',
      description: 'The body of the request: `type`, `timestamp` and `data`, which is the event.',
      from: ['payload'],
      resolve: ({ payload }) => JSON.parse(payload),
    }),
    createdAt: t.exposeDateTime('createdAt', { description: 'The date and time at which it was queued.' }),
    completedAt: t.exposeDateTime('completedAt', {
      nullable: true,
      description: 'The date and time at which it succeeded or failed. Null as long as it is pending.',
    }),
    ...t.oneWithId('webhook', Webhook, { description: 'The webhook.' }),
  }),
})

extend(Organization, (t) => ({
  webhooks: t.many(Webhook, {
    description: 'The webhooks of the organization, oldest first.',
    by: 'organizationId',
    permission: 'organization:administer',
    order: [],
  }),
}))

extend(Webhook, (t) => ({
  deliveries: t.many(WebhookDelivery, {
    description: 'The deliveries of the webhook, newest first.',
    by: 'webhookId',
    args: {
      status: t.arg({
        type: [WebhookDeliveryStatusEnum],
        description: 'Returns only deliveries with one of these statuses.',
      }),
    },
    where: (_viewer, { status }) => (status == null ? {} : { status: { in: [...status] } }),
    order: [],
    direction: 'desc',
  }),
}))

const ofOrganization = 'Id of the organization that it must belong to. Not checked if omitted.'

builder.queryFields((t) => ({
  webhook: single(t, Webhook, {
    description: 'A webhook.',
    permission: 'organization:administer',
    args: {
      webhookId: t.arg.id({ required: true, description: 'Id of the webhook.' }),
      organizationId: t.arg.id({ description: ofOrganization }),
    },
    where: ({ webhookId: id, organizationId }) => ({ id, ...(organizationId != null && { organizationId }) }),
    whenMissing: (address, context) => loadWebhook(context, address),
  }),
  webhookDelivery: single(t, WebhookDelivery, {
    description: 'A delivery of a webhook.',
    permission: 'organization:administer',
    args: {
      deliveryId: t.arg.id({ required: true, description: 'Id of the delivery.' }),
      webhookId: t.arg.id({ required: true, description: 'Id of the webhook.' }),
      organizationId: t.arg.id({ description: ofOrganization }),
    },
    where: ({ deliveryId: id, webhookId, organizationId }) => ({
      id,
      webhookId,
      ...(organizationId != null && { webhook: { organizationId } }),
    }),
    whenMissing: (address, context) => loadWebhook(context, address),
  }),
}))
