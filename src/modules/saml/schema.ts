import { limited } from '../../base/validation.ts'
import type { IdentityProvider } from '../../generated/prisma/client.ts'
import { extend, model, single } from '../../graph/declare/model.ts'
import { builder, type InputFields } from '../../graphql/builder.ts'
import { enumType } from '../../graphql/enum-type.ts'
import { mutation } from '../../graphql/payload.ts'
import { isSamlConfigured } from '../identity-providers/configuration.ts'
import { maximumIdentityProviders } from '../identity-providers/limits.ts'
import { readableProviders } from '../identity-providers/policy.ts'
import {
  labelInput,
  ofProvider,
  organizationOfProvider,
  providerUrls,
  sharedFields,
  sharedInputs,
} from '../identity-providers/provider-fields.ts'
import { SingleSignOnChoice } from '../identity-providers/schema.ts'
import { formerOrganization, Organization } from '../organizations/schema.ts'
import { serviceAddresses } from './addresses.ts'
import { samlLimits } from './limits.ts'
import * as service from './service.ts'

const SamlProviderStatusEnum = enumType('SamlProviderStatus', 'The status of an identity provider.', {
  ACTIVE: 'Members can sign in with the provider.',
  PENDING: 'The entity id, certificate or URL of the provider is not set.',
})

const SamlService = builder.objectRef<Pick<IdentityProvider, 'id'>>('SamlService').implement({
  description: 'The URLs of this server, for the configuration of an identity provider.',
  fields: (t) => ({
    acsURL: t.field({
      type: 'URL',
      description: 'URL of the assertion consumer service, to which the identity provider sends responses.',
      resolve: ({ id }, _args, { config }) => serviceAddresses(config, id).acsURL,
    }),
    startURL: t.field({
      type: 'URL',
      description: 'URL at which a sign-in starts.',
      resolve: ({ id }, _args, { config }) => serviceAddresses(config, id).startURL,
    }),
    logoutURL: t.field({
      type: 'URL',
      description:
        'URL of the single logout service, to which the identity provider sends requests to end sessions, and its answers to those of this server.',
      resolve: ({ id }, _args, { config }) => serviceAddresses(config, id).logoutURL,
    }),
    entityID: t.string({
      description:
        'The entity id of this server, which is the audience of assertions and the URL of its metadata.',
      resolve: ({ id }, _args, { config }) => serviceAddresses(config, id).entityID,
    }),
  }),
})

const SamlProviderUrls = providerUrls('SamlProviderUrls', 'SAML')

const SamlProvider = model('IdentityProvider', {
  name: 'SamlProvider',
  description: 'A SAML identity provider with which the members of an organization sign in.',
  extensions: { rest: { object: 'saml-provider' } },
  id: 'The id, an opaque string.',
  visible: readableProviders('SAML'),
  fields: (t) => ({
    label: t.exposeString('label', { description: 'The label that members see.' }),
    ssoURL: t.exposeString('ssoUrl', {
      description: 'URL of the single sign-on service. Empty if it is not set.',
    }),
    singleLogoutURL: t.computed({
      type: 'String',
      nullable: true,
      description:
        'URL of the single logout service, at which the session at the identity provider ends when the user signs out. Null if it is not set.',
      from: ['sloUrl'],
      resolve: ({ sloUrl }) => sloUrl || null,
    }),
    entityID: t.exposeString('entityId', { description: 'The entity id. Empty if it is not set.' }),
    certificate: t.exposeString('certificate', {
      description: 'The X.509 certificate that verifies signatures, in PEM. Empty if it is not set.',
    }),
    status: t.computed({
      type: SamlProviderStatusEnum,
      description: 'Whether the identity provider is configured completely.',
      from: ['entityId', 'certificate', 'ssoUrl'],
      resolve: (provider) => (isSamlConfigured(provider) ? 'ACTIVE' : 'PENDING'),
    }),
    service: t.computed({
      type: SamlService,
      description: 'The URLs of this server, for the configuration of the identity provider.',
      from: ['id'],
    }),
    urls: t.computed({
      type: SamlProviderUrls,
      description: 'URLs of the identity provider.',
      from: ['id', 'organizationId'],
    }),
    ...sharedFields(t),
  }),
})

extend(Organization, (t) => ({
  samlProviders: t.many(SamlProvider, {
    description: 'The identity providers of the organization, oldest first.',
    by: 'organizationId',
    permission: 'organization:administer',
    order: [],
  }),
}))

extend(SingleSignOnChoice, (t) => ({
  samlProvider: t.one(SamlProvider, {
    key: 'id',
    nullable: true,
    description: 'The identity provider. Null for callers who do not administer the organization.',
  }),
}))

builder.queryField('samlProvider', (t) =>
  single(t, SamlProvider, {
    description: 'An identity provider.',
    permission: 'organization:administer',
    args: {
      samlProviderId: t.arg.id({ required: true, description: 'Id of the identity provider.' }),
      organizationId: t.arg.id({ description: organizationOfProvider }),
    },
    where: ({ samlProviderId: id, organizationId }) => ({
      id,
      ...(organizationId != null && { organizationId }),
    }),
    whenMissing: (address, context) => service.loadSamlProvider(context, address),
  }),
)

const protocolInputs = (t: InputFields) => ({
  entityID: t.string({
    description: 'The entity id of the identity provider.',
    ...limited(samlLimits.entityID),
  }),
  certificate: t.string({
    description: 'The X.509 certificate that verifies signatures, in PEM or base64.',
    ...limited(samlLimits.certificate),
  }),
  ssoURL: t.string({
    description: 'URL of the single sign-on service, with the HTTP redirect binding.',
    ...limited(samlLimits.ssoURL),
  }),
  singleLogoutURL: t.string({
    description:
      'URL of the single logout service, with the HTTP redirect binding: an http or https URL. Null or an empty text for none.',
    ...limited(samlLimits.singleLogoutURL),
  }),
})

const CreateSamlProviderInput = builder.inputType('CreateSamlProviderInput', {
  description:
    'The fields of a new identity provider. It is active once entity id, certificate and URL are set.',
  fields: (t) => ({
    label: t.string({ required: true, ...labelInput }),
    ...protocolInputs(t),
    ...sharedInputs(t),
  }),
})

const UpdateSamlProviderInput = builder.inputType('UpdateSamlProviderInput', {
  description: 'Changes to an identity provider. Omitted fields stay unchanged.',
  fields: (t) => ({
    label: t.string(labelInput),
    ...protocolInputs(t),
    ...sharedInputs(t),
  }),
})

builder.mutationFields((t) => {
  const organizationId = t.arg.id({ required: true, description: 'Id of the organization.' })
  const samlProviderId = t.arg.id({ required: true, description: 'Id of the identity provider.' })
  const identityProvider = { type: SamlProvider, description: 'The identity provider.' }
  return {
    createSamlProvider: mutation(t, {
      description: `Creates an identity provider for an organization, which may have at most ${maximumIdentityProviders}.`,
      permission: 'organization:administer',
      args: {
        organizationId,
        input: t.arg({
          type: CreateSamlProviderInput,
          required: true,
          description: 'The identity provider to create.',
        }),
      },
      target: { type: 'SamlProvider' },
      payload: { samlProvider: identityProvider, organization: ofProvider },
      resolve: async (_root, { organizationId, input }, context) => ({
        samlProvider: await service.createSamlProvider(context, organizationId, input),
        organization: organizationId,
      }),
    }),
    updateSamlProvider: mutation(t, {
      description: 'Updates an identity provider.',
      permission: 'organization:administer',
      args: {
        samlProviderId,
        organizationId: t.arg.id({ description: organizationOfProvider }),
        input: t.arg({ type: UpdateSamlProviderInput, required: true, description: 'Fields to update.' }),
      },
      target: { type: 'SamlProvider', id: 'samlProviderId' },
      payload: { samlProvider: identityProvider, organization: ofProvider },
      resolve: async (_root, { input, ...address }, context) => {
        const samlProvider = await service.updateSamlProvider(context, address, input)
        return { samlProvider, organization: samlProvider.organizationId }
      },
    }),
    deleteSamlProvider: mutation(t, {
      description:
        'Deletes an identity provider, and ends the sessions and tokens that came from it. The last one cannot be deleted while single sign-on is required.',
      permission: 'organization:administer',
      args: { samlProviderId, organizationId: t.arg.id({ description: organizationOfProvider }) },
      target: { type: 'SamlProvider', id: 'samlProviderId' },
      payload: {
        deletedSamlProviderId: { type: 'ID', description: 'Id of the deleted identity provider.' },
        organization: formerOrganization,
      },
      resolve: async (_root, address, context) => {
        const deleted = await service.deleteSamlProvider(context, address)
        return { deletedSamlProviderId: deleted.id, organization: deleted.organizationId }
      },
    }),
  }
})
