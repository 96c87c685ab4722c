import { limited } from '../../base/validation.ts'
import type { IdentityProvider } from '../../generated/prisma/client.ts'
import { extend, model, single } from '../../graph/declare/model.ts'
import { builder, type InputFields } from '../../graphql/builder.ts'
import { enumType } from '../../graphql/enum-type.ts'
import { mutation } from '../../graphql/payload.ts'
import { RoleEnum } from '../../graphql/roles.ts'
import { isOidcConfigured } from '../identity-providers/configuration.ts'
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
import { Team } from '../teams/schema.ts'
import { clientAddresses } from './client.ts'
import { oidcLimits } from './limits.ts'
import * as service from './service.ts'

const OidcProviderStatusEnum = enumType('OidcProviderStatus', 'The status of an identity provider.', {
  ACTIVE: 'Members can sign in with the provider.',
  PENDING: 'The issuer, the client id or the client secret is not set.',
})

const OidcService = builder.objectRef<Pick<IdentityProvider, 'id'>>('OidcService').implement({
  description: 'The URLs of this server, for the client that the identity provider has for it.',
  fields: (t) => ({
    redirectURL: t.field({
      type: 'URL',
      description: 'URL to which the identity provider sends the browser back, with the code.',
      resolve: ({ id }, _args, { config }) => clientAddresses(config, id).redirectURL,
    }),
    startURL: t.field({
      type: 'URL',
      description: 'URL at which a sign-in starts.',
      resolve: ({ id }, _args, { config }) => clientAddresses(config, id).startURL,
    }),
    backchannelLogoutURL: t.field({
      type: 'URL',
      description: 'URL to which the identity provider sends logout tokens, which end sessions here.',
      resolve: ({ id }, _args, { config }) => clientAddresses(config, id).backchannelLogoutURL,
    }),
  }),
})

const OidcProviderUrls = providerUrls('OidcProviderUrls', 'OIDC')

const OidcGroupMapping = model('GroupMapping', {
  name: 'OidcGroupMapping',
  description: 'What members of a group have for as long as the identity provider says that they are in it.',
  extensions: { rest: { object: false } },
  visible: (viewer) => ({ provider: readableProviders('OIDC')(viewer) }),
  fields: (t) => ({
    group: t.exposeString('group', { description: 'The group, as it is in the claim.' }),
    role: t.expose('role', {
      type: RoleEnum,
      nullable: true,
      description: 'The role that members of the group have at least. Null if the group gives none.',
      extensions: { rest: { keepNull: true } },
    }),
    ...t.oneWithId('team', Team, {
      nullable: true,
      description: 'The team that members of the group are in. Null if there is none.',
    }),
  }),
})

const OidcProvider = model('IdentityProvider', {
  name: 'OidcProvider',
  description: 'An identity provider of OpenID Connect with which the members of an organization sign in.',
  extensions: { rest: { object: 'oidc-provider' } },
  id: 'The id, an opaque string.',
  visible: readableProviders('OIDC'),
  fields: (t) => ({
    label: t.exposeString('label', { description: 'The label that members see.' }),
    issuer: t.exposeString('issuer', {
      description: 'The issuer, whose configuration is discovered below this URL. Empty if it is not set.',
    }),
    clientId: t.exposeString('clientId', {
      description:
        'The id of the client that the identity provider has for this server. Empty if it is not set.',
    }),
    scopes: t.exposeStringList('scopes', { description: 'The scopes that a sign-in asks for.' }),
    groupsClaim: t.exposeString('groupsClaim', {
      nullable: true,
      description: 'The claim with the groups of a user. Null if groups give nothing.',
      extensions: { rest: { keepNull: true } },
    }),
    groupMappings: t.all(OidcGroupMapping, {
      by: 'providerId',
      order: [],
      description: 'What the groups of a user give, in the order in which they were set.',
    }),
    status: t.computed({
      type: OidcProviderStatusEnum,
      description: 'Whether the identity provider is configured completely.',
      from: ['issuer', 'clientId', 'clientSecret'],
      resolve: (provider) => (isOidcConfigured(provider) ? 'ACTIVE' : 'PENDING'),
    }),
    service: t.computed({
      type: OidcService,
      description: 'The URLs of this server, for the configuration of the identity provider.',
      from: ['id'],
    }),
    urls: t.computed({
      type: OidcProviderUrls,
      description: 'URLs of the identity provider.',
      from: ['id', 'organizationId'],
    }),
    ...sharedFields(t),
  }),
})

extend(Organization, (t) => ({
  oidcProviders: t.many(OidcProvider, {
    description: 'The identity providers of OpenID Connect of the organization, oldest first.',
    by: 'organizationId',
    permission: 'organization:administer',
    order: [],
  }),
}))

extend(SingleSignOnChoice, (t) => ({
  oidcProvider: t.one(OidcProvider, {
    key: 'id',
    nullable: true,
    description:
      'The identity provider, if it is one of OpenID Connect. Null for others, and for callers who do not administer the organization.',
  }),
}))

builder.queryField('oidcProvider', (t) =>
  single(t, OidcProvider, {
    description: 'An identity provider of OpenID Connect.',
    permission: 'organization:administer',
    args: {
      oidcProviderId: t.arg.id({ required: true, description: 'Id of the identity provider.' }),
      organizationId: t.arg.id({ description: organizationOfProvider }),
    },
    where: ({ oidcProviderId: id, organizationId }) => ({
      id,
      ...(organizationId != null && { organizationId }),
    }),
    whenMissing: (address, context) => service.loadOidcProvider(context, address),
  }),
)

const OidcGroupMappingInput = builder.inputType('OidcGroupMappingInput', {
  description: 'What members of a group get: a role, or a team, or both.',
  fields: (t) => ({
    group: t.string({
      required: true,
      description: 'The group, as it is in the claim.',
      ...limited(oidcLimits.group),
    }),
    role: t.field({ type: RoleEnum, description: 'The role that they have at least.' }),
    team: t.id({ description: 'Id of the team that they are in.' }),
  }),
})

const protocolInputs = (t: InputFields) => ({
  issuer: t.string({
    description:
      'The issuer, an https URL below which the identity provider publishes its configuration. Empty disables it.',
    ...limited(oidcLimits.issuer),
  }),
  clientId: t.string({
    description: 'The id of the client that the identity provider has for this server. Empty disables it.',
    ...limited(oidcLimits.clientId),
  }),
  clientSecret: t.string({
    description:
      'The secret of the client. It is stored encrypted, and never returned. Empty disables the provider.',
    ...limited(oidcLimits.clientSecret),
  }),
  scopes: t.stringList({
    description:
      'The scopes that a sign-in asks for, with `openid` among them. Defaults to openid, profile and email.',
    ...limited(oidcLimits.scopes),
  }),
  groupsClaim: t.string({
    description: 'The claim with the groups of a user. Null or empty for none.',
    ...limited(oidcLimits.groupsClaim),
  }),
  groupMappings: t.field({
    type: [OidcGroupMappingInput],
    description:
      'What groups give. Replaces what was set before, and takes effect at the next sign-in of each member.',
    ...limited(oidcLimits.groupMappings),
  }),
})

const CreateOidcProviderInput = builder.inputType('CreateOidcProviderInput', {
  description:
    'The fields of a new identity provider. It is active once issuer, client id and client secret are set.',
  fields: (t) => ({
    label: t.string({ required: true, ...labelInput }),
    ...protocolInputs(t),
    ...sharedInputs(t),
  }),
})

const UpdateOidcProviderInput = builder.inputType('UpdateOidcProviderInput', {
  description: 'Changes to an identity provider. Omitted fields stay unchanged.',
  fields: (t) => ({
    label: t.string(labelInput),
    ...protocolInputs(t),
    ...sharedInputs(t),
  }),
})

builder.mutationFields((t) => {
  const organizationId = t.arg.id({ required: true, description: 'Id of the organization.' })
  const oidcProviderId = t.arg.id({ required: true, description: 'Id of the identity provider.' })
  const identityProvider = { type: OidcProvider, description: 'The identity provider.' }
  return {
    createOidcProvider: mutation(t, {
      description: `Creates an identity provider for an organization, which may have at most ${maximumIdentityProviders}.`,
      permission: 'organization:administer',
      args: {
        organizationId,
        input: t.arg({
          type: CreateOidcProviderInput,
          required: true,
          description: 'The identity provider to create.',
        }),
      },
      target: { type: 'OidcProvider' },
      payload: { oidcProvider: identityProvider, organization: ofProvider },
      resolve: async (_root, { organizationId, input }, context) => ({
        oidcProvider: await service.createOidcProvider(context, organizationId, input),
        organization: organizationId,
      }),
    }),
    updateOidcProvider: mutation(t, {
      description: 'Updates an identity provider.',
      permission: 'organization:administer',
      args: {
        oidcProviderId,
        organizationId: t.arg.id({ description: organizationOfProvider }),
        input: t.arg({ type: UpdateOidcProviderInput, required: true, description: 'Fields to update.' }),
      },
      target: { type: 'OidcProvider', id: 'oidcProviderId' },
      payload: { oidcProvider: identityProvider, organization: ofProvider },
      resolve: async (_root, { input, ...address }, context) => {
        const oidcProvider = await service.updateOidcProvider(context, address, input)
        return { oidcProvider, organization: oidcProvider.organizationId }
      },
    }),
    deleteOidcProvider: mutation(t, {
      description:
        'Deletes an identity provider, and ends the sessions and tokens that came from it. The last one cannot be deleted while single sign-on is required.',
      permission: 'organization:administer',
      args: { oidcProviderId, organizationId: t.arg.id({ description: organizationOfProvider }) },
      target: { type: 'OidcProvider', id: 'oidcProviderId' },
      payload: {
        deletedOidcProviderId: { type: 'ID', description: 'Id of the deleted identity provider.' },
        organization: formerOrganization,
      },
      resolve: async (_root, address, context) => {
        const deleted = await service.deleteOidcProvider(context, address)
        return { deletedOidcProviderId: deleted.id, organization: deleted.organizationId }
      },
    }),
  }
})
