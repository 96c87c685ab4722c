import { query } from '../../rest/route.ts'
import { type Row, routesOf } from '../../rest/row.ts'

const webhookBody = `
fragment WebhookBody on Webhook {
  id url description events spaces: spaceIds sites: siteIds isEnabled status failingSince formerSecretUntil createdAt updatedAt
  urls { location }
}`

const deliveryBody = `
fragment WebhookDeliveryBody on WebhookDelivery {
  id eventId eventType status dueAt createdAt completedAt
  attempts { startedAt milliseconds responseStatus responseBody error }
}`

const route = routesOf('Webhooks', webhookBody)

export const webhookRoutes: readonly Row[] = [
  route('GET', '/orgs/:organizationId/webhooks', 'organization.webhooks', {
    name: 'ListWebhooks',
    summary: 'List the webhooks of an organization',
  }),
  route('POST', '/orgs/:organizationId/webhooks', 'createWebhook', {
    summary: 'Create a webhook',
    reply: 'secret webhook { ...WebhookBody }',
    fragments: [webhookBody],
    status: 201,
    location: 'webhook.urls.location',
  }),
  route('GET', '/orgs/:organizationId/webhooks/:webhookId', 'webhook', {
    name: 'GetWebhook',
    summary: 'Get a webhook',
  }),
  route('PATCH', '/orgs/:organizationId/webhooks/:webhookId', 'updateWebhook.webhook', {
    summary: 'Update a webhook',
  }),
  route('DELETE', '/orgs/:organizationId/webhooks/:webhookId', 'deleteWebhook.deletedWebhookId', {
    summary: 'Delete a webhook',
    status: 204,
  }),
  route('POST', '/orgs/:organizationId/webhooks/:webhookId/rotate-secret', 'rotateWebhookSecret', {
    summary: 'Rotate the secret of a webhook',
    reply: 'secret webhook { ...WebhookBody }',
    fragments: [webhookBody],
    status: 200,
  }),
  route('POST', '/orgs/:organizationId/webhooks/:webhookId/test', 'testWebhook.webhookDelivery', {
    summary: 'Send a test to a webhook',
    reply: deliveryBody,
    status: 201,
  }),
  route('GET', '/orgs/:organizationId/webhooks/:webhookId/deliveries', 'webhook.deliveries', {
    name: 'ListWebhookDeliveries',
    summary: 'List the deliveries of a webhook, newest first',
    reply: deliveryBody,
    inputs: { status: query('status') },
  }),
  route('GET', '/orgs/:organizationId/webhooks/:webhookId/deliveries/:deliveryId', 'webhookDelivery', {
    name: 'GetWebhookDelivery',
    summary: 'Get a delivery of a webhook',
    reply: '...WebhookDeliveryBody payload',
    fragments: [deliveryBody],
  }),
  route(
    'POST',
    '/orgs/:organizationId/webhooks/:webhookId/deliveries/:deliveryId/redeliver',
    'redeliverWebhookDelivery.webhookDelivery',
    { summary: 'Send a delivery of a webhook once more', reply: deliveryBody, status: 200 },
  ),
]
