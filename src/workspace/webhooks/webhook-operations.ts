import { graphql } from '../../generated/workspace-operations/gql.ts'

export const WebhooksQuery = graphql(`
  query WebhooksScreen($organization: ID!) {
    viewer { id ...ViewerOfFrame }
    organization(id: $organization) {
      id
      ...OrganizationOfFrame
      ...WebhooksOfOrganization
    }
  }
`)

export const WebhooksOfOrganization = graphql(`
  fragment WebhooksOfOrganization on Organization {
    id
    webhooks(first: 50) { nodes { id ...WebhookOfList } }
  }
`)

export const WebhookOfList = graphql(`
  fragment WebhookOfList on Webhook {
    id
    url
    description
    events
    status
    failingSince
    spaces: allSpaces { id title }
    sites: allSites { id title }
  }
`)

export const WebhookQuery = graphql(`
  query WebhookScreen(
    $organization: ID!
    $webhook: ID!
    $status: [WebhookDeliveryStatus!]
    $after: String
  ) {
    viewer { id ...ViewerOfFrame }
    organization(id: $organization) { id permissions { admin } ...OrganizationOfFrame }
    webhook(webhookId: $webhook, organizationId: $organization) {
      id
      ...WebhookOfScreen
      ...DeliveriesOfWebhook
    }
  }
`)

export const WebhookOfScreen = graphql(`
  fragment WebhookOfScreen on Webhook {
    id
    isEnabled
    formerSecretUntil
    createdAt
    ...WebhookOfList
  }
`)

export const DeliveriesOfWebhook = graphql(`
  fragment DeliveriesOfWebhook on Webhook {
    id
    deliveries(first: 30, after: $after, status: $status) {
      pageInfo { hasNextPage endCursor }
      nodes { id ...DeliveryOfList }
    }
  }
`)

export const DeliveryOfList = graphql(`
  fragment DeliveryOfList on WebhookDelivery {
    id
    eventType
    status
    dueAt
    createdAt
    attempts { startedAt responseStatus error }
  }
`)

/** The request and the answers of a delivery, which are read when it is opened. */
export const DeliveryQuery = graphql(`
  query WebhookDeliveryDetails($organization: ID!, $webhook: ID!, $delivery: ID!) {
    webhookDelivery(organizationId: $organization, webhookId: $webhook, deliveryId: $delivery) {
      id
      eventId
      payload
      attempts { startedAt milliseconds responseStatus responseBody error }
    }
  }
`)

export const CreateWebhook = graphql(`
  mutation CreateWebhook($organization: ID!, $input: CreateWebhookInput!) {
    createWebhook(organizationId: $organization, input: $input) {
      secret
      webhook { id }
      organization { id ...WebhooksOfOrganization }
    }
  }
`)

export const UpdateWebhook = graphql(`
  mutation UpdateWebhook($webhook: ID!, $input: UpdateWebhookInput!) {
    updateWebhook(webhookId: $webhook, input: $input) { webhook { id ...WebhookOfScreen } }
  }
`)

export const RotateSecret = graphql(`
  mutation RotateSecretOfWebhook($webhook: ID!) {
    rotateWebhookSecret(webhookId: $webhook) { secret webhook { id ...WebhookOfScreen } }
  }
`)

export const DeleteWebhook = graphql(`
  mutation DeleteWebhook($webhook: ID!) {
    deleteWebhook(webhookId: $webhook) {
      deletedWebhookId
      organization { id ...WebhooksOfOrganization }
    }
  }
`)

export const TestWebhook = graphql(`
  mutation TestWebhook($webhook: ID!, $status: [WebhookDeliveryStatus!], $after: String) {
    testWebhook(webhookId: $webhook) {
      webhookDelivery { id webhook { id ...DeliveriesOfWebhook } }
    }
  }
`)

export const Redeliver = graphql(`
  mutation RedeliverToWebhook($webhook: ID!, $delivery: ID!) {
    redeliverWebhookDelivery(webhookId: $webhook, deliveryId: $delivery) {
      webhookDelivery { id ...DeliveryOfList }
    }
  }
`)
