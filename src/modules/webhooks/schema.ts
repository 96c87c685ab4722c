import { limited } from '../../base/validation.ts'
import { builder, type InputFields } from '../../graphql/builder.ts'
import { mutation, readAfter } from '../../graphql/payload.ts'
import { formerOrganization, Organization } from '../organizations/schema.ts'
import * as deliveries from './deliveries.ts'
import { maximumTries, maximumWebhooks, secretOverlapHours, webhookLimits } from './limits.ts'
import * as service from './service.ts'
import { Webhook, WebhookDelivery } from './types.ts'

const url = {
  description: 'The https URL to send events to. It may be http if `OUTBOUND_ALLOW` has its host.',
  ...limited(webhookLimits.url),
}

const sharedInputs = (t: InputFields) => ({
  description: t.string({
    description: 'A note for admins. Empty for none.',
    ...limited(webhookLimits.description),
  }),
  events: t.stringList({
    description:
      'The types of events to send, such as `content.updated`. `content.*` stands for all that begin with `content.`. Empty for all.',
    ...limited(webhookLimits.events),
  }),
  spaces: t.idList({
    description:
      'Ids of spaces and, in `sites`, of sites whose events are sent. If both are empty, those of everything are.',
    ...limited(webhookLimits.spaces),
  }),
  sites: t.idList({ description: 'Ids of sites whose events are sent.', ...limited(webhookLimits.sites) }),
  isEnabled: t.boolean({
    description: 'Whether to send events. True also lets one go on that is paused or gone.',
  }),
})

const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  description: 'The fields of a new webhook.',
  fields: (t) => ({ url: t.string({ required: true, ...url }), ...sharedInputs(t) }),
})

const UpdateWebhookInput = builder.inputType('UpdateWebhookInput', {
  description: 'Changes to a webhook. Omitted fields stay unchanged.',
  fields: (t) => ({ url: t.string(url), ...sharedInputs(t) }),
})

/** A webhook with its secret. REST sends both as one object. */
const withSecret = {
  webhook: { type: Webhook, description: 'The webhook.', extensions: { rest: { merge: true } } },
  secret: {
    type: 'String',
    description: 'The secret with which requests are signed, which is not returned again.',
  },
} as const

const payloadExtensions = { rest: { object: 'webhook' } }

const ofWebhook = readAfter(Organization, 'The organization. Null if the caller may no longer see it.')

builder.mutationFields((t) => {
  const address = {
    webhookId: t.arg.id({ required: true, description: 'Id of the webhook.' }),
    organizationId: t.arg.id({
      description: 'Id of the organization that it must belong to. Not checked if omitted.',
    }),
  }
  return {
    createWebhook: mutation(t, {
      description: `Creates a webhook for an organization, which may have at most ${maximumWebhooks}.`,
      permission: 'organization:administer',
      args: {
        organizationId: t.arg.id({ required: true, description: 'Id of the organization.' }),
        input: t.arg({ type: CreateWebhookInput, required: true, description: 'The webhook to create.' }),
      },
      target: { type: 'Webhook' },
      payload: { ...withSecret, organization: ofWebhook },
      payloadDescription: 'A new webhook with its secret.',
      payloadExtensions,
      resolve: async (_root, { organizationId, input }, context) => ({
        ...(await service.createWebhook(context, organizationId, input)),
        organization: organizationId,
      }),
    }),
    updateWebhook: mutation(t, {
      description: 'Updates a webhook.',
      permission: 'organization:administer',
      args: {
        ...address,
        input: t.arg({ type: UpdateWebhookInput, required: true, description: 'Fields to update.' }),
      },
      target: { type: 'Webhook', id: 'webhookId' },
      payload: { webhook: Webhook },
      resolve: async (_root, { input, ...address }, context) => ({
        webhook: await service.updateWebhook(context, address, input),
      }),
    }),
    deleteWebhook: mutation(t, {
      description: 'Deletes a webhook with its deliveries. Nothing is sent to it any more.',
      permission: 'organization:administer',
      args: address,
      target: { type: 'Webhook', id: 'webhookId' },
      payload: { deletedWebhookId: 'ID', organization: formerOrganization },
      resolve: async (_root, address, context) => {
        const deleted = await service.deleteWebhook(context, address)
        return { deletedWebhookId: deleted.id, organization: deleted.organizationId }
      },
    }),
    rotateWebhookSecret: mutation(t, {
      description: `Gives a webhook a new secret. Requests are signed with the former one too for ${secretOverlapHours} hours.`,
      permission: 'organization:administer',
      args: address,
      target: { type: 'Webhook', id: 'webhookId' },
      payload: withSecret,
      payloadDescription: 'A webhook with its new secret.',
      payloadExtensions,
      resolve: (_root, address, context) => service.rotateSecret(context, address),
    }),
    testWebhook: mutation(t, {
      description: 'Sends an event of the type `webhook.test` to a webhook, whatever its filters are.',
      permission: 'organization:administer',
      args: address,
      target: { type: 'Webhook', id: 'webhookId' },
      payload: { webhookDelivery: WebhookDelivery },
      resolve: async (_root, address, context) => ({
        webhookDelivery: await deliveries.testWebhook(context, address),
      }),
    }),
    redeliverWebhookDelivery: mutation(t, {
      description: `Sends a delivery that has ended once more, with the same id of its event and up to ${maximumTries} tries.`,
      permission: 'organization:administer',
      args: {
        ...address,
        deliveryId: t.arg.id({ required: true, description: 'Id of the delivery.' }),
      },
      target: { type: 'WebhookDelivery', id: 'deliveryId' },
      payload: { webhookDelivery: WebhookDelivery },
      resolve: async (_root, address, context) => ({
        webhookDelivery: await deliveries.redeliver(context, address),
      }),
    }),
  }
})
