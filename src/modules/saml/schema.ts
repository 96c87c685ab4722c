import type { SamlProvider as SamlProviderRow } from '../../generated/prisma/client.ts'
import { builder } from '../../graphql/builder.ts'
import { childrenBy, connectionField } from '../../graphql/connection.ts'
import { viewerOf } from '../../graphql/context.ts'
import { RoleEnum } from '../../graphql/roles.ts'
import { limited } from '../../graphql/validation.ts'
import { Organization } from '../organizations/schema.ts'
import { Team } from '../teams/schema.ts'
import { serviceAddresses } from './addresses.ts'
import { maximumSamlProviders, samlLimits } from './limits.ts'
import { loadSignInChoices } from './loaders.ts'
import { readableSamlProviders } from './policy.ts'
import * as service from './service.ts'

const SamlProviderStatusEnum = builder.enumType('SamlProviderStatus', {
  description: 'Whether members can sign in with a provider.',
  values: {
    ACTIVE: { description: 'Members can sign in with it.' },
    PENDING: { description: 'Its entity id, its certificate or its address is still missing.' },
  } as const,
})

const SamlService = builder.objectRef<SamlProviderRow>('SamlService').implement({
  description: 'What an identity provider must be told of this server.',
  fields: (t) => ({
    acsURL: t.field({
      type: 'URL',
      description: 'Where it sends its answers (assertion consumer service).',
      resolve: ({ id }, _args, { config }) => serviceAddresses(config, id).acsURL,
    }),
    startURL: t.field({
      type: 'URL',
      description: 'Where a sign-in begins.',
      resolve: ({ id }, _args, { config }) => serviceAddresses(config, id).startURL,
    }),
    entityID: t.string({
      description:
        'The entity id of this server, which is the audience of assertions; its metadata is there.',
      resolve: ({ id }, _args, { config }) => serviceAddresses(config, id).entityID,
    }),
  }),
})

const SamlProviderUrls = builder.objectRef<SamlProviderRow>('SamlProviderUrls').implement({
  description: 'Addresses of a provider.',
  fields: (t) => ({
    location: t.field({
      type: 'URL',
      description: 'The provider in the REST API.',
      resolve: ({ id, organizationId }, _args, { config }) =>
        `${config.baseUrl}/v1/orgs/${organizationId}/saml/${id}`,
    }),
  }),
})

const SamlProvider = builder.prismaNode('SamlProvider', {
  // node(id) of what the caller may not see is null.
  nullable: true,
  description: 'A SAML identity provider with which the members of an organization sign in.',
  extensions: { rest: { object: 'saml-provider' } },
  id: { field: 'id', description: 'Opaque identifier.' },
  findUnique: (id, context) => ({ id, AND: [readableSamlProviders(viewerOf(context))] }),
  fields: (t) => ({
    label: t.exposeString('label', { description: 'What members know it by.' }),
    ssoURL: t.exposeString('ssoUrl', {
      description: 'Where members are sent to sign in; empty until it is set.',
    }),
    entityID: t.exposeString('entityId', { description: 'What it calls itself; empty until it is set.' }),
    certificate: t.exposeString('certificate', {
      description: 'The certificate that checks its signatures, as PEM; empty until it is set.',
    }),
    defaultRole: t.expose('defaultRole', {
      type: RoleEnum,
      nullable: true,
      description: 'The role of those who become members by signing in; null makes them guests.',
      extensions: { rest: { keepNull: true } },
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    status: t.field({
      type: SamlProviderStatusEnum,
      description: 'Whether members can sign in with it.',
      resolve: (provider) => (service.isActive(provider) ? 'ACTIVE' : 'PENDING'),
    }),
    service: t.field({
      type: SamlService,
      description: 'What the identity provider must be told of this server.',
      resolve: (provider) => provider,
    }),
    urls: t.field({
      type: SamlProviderUrls,
      description: 'Its addresses.',
      resolve: (provider) => provider,
    }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization.' }),
    defaultTeam: t.relation('defaultTeam', {
      type: Team,
      nullable: true,
      description: 'The team that those join who become members by signing in.',
    }),
    defaultTeamId: t.exposeID('defaultTeamId', {
      nullable: true,
      description: 'Id of the team that those join who become members by signing in.',
    }),
  }),
})

const SingleSignOnChoice = builder.objectRef<SamlProviderRow>('SingleSignOnChoice').implement({
  description: 'A provider with which members can sign in.',
  extensions: { rest: { object: false } },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the provider.' }),
    label: t.exposeString('label', { description: 'What members know it by.' }),
    startURL: t.field({
      type: 'URL',
      description: 'Where a sign-in begins.',
      resolve: ({ id }, _args, { config }) => serviceAddresses(config, id).startURL,
    }),
  }),
})

builder.objectField(Organization, 'samlProviders', (t) =>
  connectionField(t, {
    type: SamlProvider,
    name: 'SamlProvider',
    description: 'Its identity providers, oldest first.',
    parent: childrenBy('organizationId'),
    permission: 'organization:administer',
    where: () => ({}),
    order: [],
  }),
)

builder.objectField(Organization, 'signInChoices', (t) =>
  t.field({
    type: [SingleSignOnChoice],
    description: 'The identity providers with which its members can sign in now, oldest first.',
    complexity: { field: 1, multiplier: maximumSamlProviders },
    resolve: ({ id }, _args, context) => loadSignInChoices(context, id),
  }),
)

builder.queryField('samlProvider', (t) =>
  t.field({
    type: SamlProvider,
    description: 'An identity provider.',
    permission: 'organization:administer',
    args: {
      samlProviderId: t.arg.id({ required: true, description: 'Id of the provider.' }),
      organizationId: t.arg.id({ required: true, description: 'Id of the organization.' }),
    },
    resolve: (_root, address, context) => service.loadSamlProvider(context, address),
  }),
)

const label = { description: 'What members know it by.', ...limited(samlLimits.label) }
const entityID = { description: 'What the identity provider calls itself.', ...limited(samlLimits.entityID) }
const certificate = {
  description: 'The X.509 certificate that checks its signatures, as PEM or base64.',
  ...limited(samlLimits.certificate),
}
const ssoURL = {
  description: 'Where it takes authentication requests, by HTTP redirect.',
  ...limited(samlLimits.ssoURL),
}
const defaultTeam = {
  description: 'Id of the team that those join who become members by signing in; null for none.',
}
const defaultRole = {
  type: RoleEnum,
  description: 'The role of those who become members by signing in; null makes them guests.',
}

const CreateSamlProviderInput = builder.inputType('CreateSamlProviderInput', {
  description: 'A new identity provider. It is of use once entity id, certificate and address are set.',
  fields: (t) => ({
    label: t.string({ required: true, ...label }),
    entityID: t.string(entityID),
    certificate: t.string(certificate),
    ssoURL: t.string(ssoURL),
    defaultTeam: t.id(defaultTeam),
    defaultRole: t.field(defaultRole),
  }),
})

const UpdateSamlProviderInput = builder.inputType('UpdateSamlProviderInput', {
  description: 'Changes to an identity provider. Absent members stay as they are.',
  fields: (t) => ({
    label: t.string(label),
    entityID: t.string(entityID),
    certificate: t.string(certificate),
    ssoURL: t.string(ssoURL),
    defaultTeam: t.id(defaultTeam),
    defaultRole: t.field(defaultRole),
  }),
})

builder.mutationFields((t) => {
  const organizationId = t.arg.id({ required: true, description: 'Id of the organization.' })
  const samlProviderId = t.arg.id({ required: true, description: 'Id of the provider.' })
  return {
    createSamlProvider: t.field({
      type: SamlProvider,
      description: `Adds an identity provider to an organization, which may have ${maximumSamlProviders}.`,
      permission: 'organization:administer',
      args: {
        organizationId,
        input: t.arg({ type: CreateSamlProviderInput, required: true, description: 'What to create.' }),
      },
      resolve: (_root, { organizationId, input }, context) =>
        service.createSamlProvider(context, organizationId, input),
    }),
    updateSamlProvider: t.field({
      type: SamlProvider,
      description: 'Changes an identity provider.',
      permission: 'organization:administer',
      args: {
        samlProviderId,
        organizationId,
        input: t.arg({ type: UpdateSamlProviderInput, required: true, description: 'What to change.' }),
      },
      resolve: (_root, { input, ...address }, context) => service.updateSamlProvider(context, address, input),
    }),
    deleteSamlProvider: t.field({
      type: 'ID',
      description: 'Deletes an identity provider and returns its id; nobody signs in with it from then on.',
      permission: 'organization:administer',
      args: { samlProviderId, organizationId },
      resolve: (_root, address, context) => service.deleteSamlProvider(context, address),
    }),
  }
})
