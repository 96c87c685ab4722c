import { mayOnOrganization } from '../../access/authorize.ts'
import type { PermissionOn } from '../../access/permissions.ts'
import { ownsTeamIn } from '../../access/viewer.ts'
import { notFound } from '../../errors.ts'
import type { Organization as OrganizationRow } from '../../generated/prisma/client.ts'
import { builder } from '../../graphql/builder.ts'
import { allRows, connectionField } from '../../graphql/connection.ts'
import { viewerOf } from '../../graphql/context.ts'
import { permissionsObject } from '../../graphql/permissions-object.ts'
import { RoleEnum } from '../../graphql/roles.ts'
import { limited } from '../../graphql/validation.ts'
import {
  BillingIntervalEnum,
  BlockedReasonEnum,
  CommunityTypeEnum,
  DefaultContentTypeEnum,
  OrganizationPlanEnum,
  OrganizationTypeEnum,
  OrganizationUseCaseEnum,
  TrialDecisionEnum,
  TrialStatusEnum,
} from './enums.ts'
import { organizationLimits } from './limits.ts'
import { readableOrganizations } from './policy.ts'
import * as service from './service.ts'

const OrganizationPermissions = permissionsObject<OrganizationRow, PermissionOn<'organization'>>(
  'OrganizationPermissions',
  {
    view: { permission: 'organization:view', description: 'See the organization.' },
    admin: { permission: 'organization:administer', description: 'Administer the organization.' },
    createContent: {
      permission: 'organization:create-content',
      description: 'Create spaces, collections, sites.',
    },
    createOpenAPISpec: {
      permission: 'organization:create-openapi-spec',
      description: 'Add OpenAPI specifications.',
    },
    viewBilling: { permission: 'organization:view-billing', description: 'See the billing.' },
    listMembers: { permission: 'organization:list-members', description: 'List the members.' },
    listTeams: { permission: 'organization:list-teams', description: 'List the teams.' },
    listIntegrations: { permission: 'organization:list-integrations', description: 'List the integrations.' },
  },
  (viewer, permission, organization) => mayOnOrganization(viewer, permission, organization.id),
)

builder.objectField(OrganizationPermissions, 'ownTeam', (t) =>
  t.boolean({
    description: 'The caller owns a team.',
    resolve: ({ id }, _args, context) => ownsTeamIn(viewerOf(context), id),
  }),
)

const OrganizationUrls = builder.objectRef<OrganizationRow>('OrganizationUrls').implement({
  description: 'Addresses of an organization.',
  fields: (t) => ({
    location: t.field({
      type: 'URL',
      description: 'The organization in the REST API.',
      resolve: ({ id }, _args, { config }) => `${config.baseUrl}/v1/orgs/${id}`,
    }),
    app: t.field({
      type: 'URL',
      description: 'The organization in the workspace.',
      resolve: ({ id }, _args, { config }) => `${config.baseUrl}/o/${id}`,
    }),
    logo: t.expose('logo', { type: 'URL', nullable: true, description: 'The logo.' }),
  }),
})

const OrganizationBilling = builder.objectRef<OrganizationRow>('OrganizationBilling').implement({
  description: 'How an organization is billed.',
  fields: (t) => ({
    interval: t.expose('billingInterval', {
      type: BillingIntervalEnum,
      nullable: true,
      description: 'How often.',
    }),
    endDate: t.expose('billingEndDate', {
      type: 'DateTime',
      nullable: true,
      description: 'When the paid period ends.',
      extensions: { rest: { keepNull: true } },
    }),
    hasPaymentFailed: t.exposeBoolean('billingHasPaymentFailed', { description: 'The last payment failed.' }),
    isScheduledToCancel: t.exposeBoolean('billingIsScheduledToCancel', {
      description: 'Ends with the period.',
    }),
  }),
})

const OrganizationTrial = builder.objectRef<OrganizationRow>('OrganizationTrial').implement({
  description: 'The trial of an organization.',
  fields: (t) => ({
    status: t.expose('trialStatus', { type: TrialStatusEnum, description: 'Where it stands.' }),
    endDate: t.expose('trialEndDate', { type: 'DateTime', nullable: true, description: 'When it ends.' }),
    decision: t.expose('trialDecision', {
      type: TrialDecisionEnum,
      nullable: true,
      description: 'What was decided.',
    }),
  }),
})

const OrganizationBlocked = builder.objectRef<OrganizationRow>('OrganizationBlocked').implement({
  description: 'Why an organization is blocked.',
  fields: (t) => ({
    reason: t.expose('blockedReason', {
      type: BlockedReasonEnum,
      nullable: true,
      description: 'The reason.',
    }),
  }),
})

const OrganizationBillingMigration = builder
  .objectRef<OrganizationRow>('OrganizationBillingMigration')
  .implement({
    description: 'A change of billing that is due.',
    fields: (t) => ({
      deadline: t.expose('billingMigrationDeadline', {
        type: 'DateTime',
        nullable: true,
        description: 'Due by then.',
      }),
      discountPercent: t.exposeInt('billingMigrationDiscount', {
        nullable: true,
        description: 'Discount in percent.',
      }),
      discountEndDate: t.expose('billingMigrationDiscountEnd', {
        type: 'DateTime',
        nullable: true,
        description: 'When the discount ends.',
      }),
    }),
  })

const OrganizationDefaultContent = builder
  .objectRef<OrganizationRow>('OrganizationDefaultContent')
  .implement({
    description: 'What an organization shows by default.',
    fields: (t) => ({
      type: t.field({
        type: DefaultContentTypeEnum,
        description: 'The kind of content.',
        resolve: () => 'SITE' as const,
      }),
      site: t.exposeID('defaultSiteId', { nullable: true, description: 'Id of the site.' }),
    }),
  })

export const Organization = builder.prismaNode('Organization', {
  // node(id) of what the caller may not see is null.
  nullable: true,
  description: 'Owns collections, spaces, sites, teams and members.',
  id: { field: 'id', description: 'Opaque identifier.' },
  findUnique: (id, context) => ({ id, AND: [readableOrganizations(viewerOf(context))] }),
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The name.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    emailDomains: t.exposeStringList('emailDomains', {
      description: 'Users with an e-mail address of these domains may join.',
    }),
    hostname: t.exposeString('hostname', {
      nullable: true,
      description: 'Default subdomain of its public content.',
    }),
    type: t.expose('type', { type: OrganizationTypeEnum, description: 'What kind of organization it is.' }),
    useCase: t.expose('useCase', {
      type: OrganizationUseCaseEnum,
      nullable: true,
      description: 'What it writes for.',
    }),
    communityType: t.expose('communityType', {
      type: CommunityTypeEnum,
      nullable: true,
      description: 'What kind of community it is.',
    }),
    defaultRole: t.expose('defaultRole', {
      type: RoleEnum,
      nullable: true,
      description: 'The role of those who join; null makes them guests.',
      extensions: { rest: { keepNull: true } },
    }),
    defaultContent: t.field({
      type: OrganizationDefaultContent,
      nullable: true,
      description: 'What it shows by default.',
      resolve: (organization) => (organization.defaultSiteId ? organization : null),
    }),
    sso: t.exposeBoolean('sso', { description: 'Members must sign in through the identity provider.' }),
    ai: t.exposeBoolean('ai', { description: 'AI features are on.' }),
    inviteLinks: t.exposeBoolean('inviteLinks', { description: 'Invite links may be used.' }),
    plan: t.expose('plan', { type: OrganizationPlanEnum, description: 'The plan.' }),
    customHostname: t.exposeString('customHostname', {
      nullable: true,
      description: 'Own host name of its content.',
    }),
    internal_isOnNewTrial: t.boolean({
      description: 'Always true.',
      deprecationReason: 'Always true; kept for older clients.',
      resolve: () => true,
    }),
    billing: t.field({
      type: OrganizationBilling,
      nullable: true,
      description: 'How it is billed, if it is.',
      resolve: (organization) => (organization.billingInterval ? organization : null),
    }),
    trial: t.field({
      type: OrganizationTrial,
      description: 'Its trial.',
      resolve: (organization) => organization,
    }),
    blocked: t.field({
      type: OrganizationBlocked,
      nullable: true,
      description: 'Set while it is blocked.',
      resolve: (organization) => (organization.blockedReason ? organization : null),
    }),
    internal_billingMigration: t.field({
      type: OrganizationBillingMigration,
      nullable: true,
      description: 'Set while a change of billing is due.',
      resolve: (organization) => (organization.billingMigrationDeadline ? organization : null),
    }),
    urls: t.field({
      type: OrganizationUrls,
      description: 'Its addresses.',
      resolve: (organization) => organization,
    }),
    permissions: t.field({
      type: OrganizationPermissions,
      description: 'What the caller may do here.',
      resolve: (organization) => organization,
    }),
  }),
})

builder.queryFields((t) => ({
  organizations: connectionField(t, {
    type: Organization,
    name: 'Organization',
    description: 'The organizations of the caller, oldest first.',
    authScopes: { read: true },
    parent: allRows,
    where: (viewer) => readableOrganizations(viewer),
    order: [],
  }),
  organization: t.prismaField({
    type: Organization,
    description: 'An organization of the caller.',
    authScopes: { read: true },
    args: { id: t.arg.id({ required: true, description: 'Id of the organization.' }) },
    resolve: async (query, _root, { id }, context) => {
      const where = { AND: [{ id }, readableOrganizations(viewerOf(context))] }
      const organization = await context.database.prisma.organization.findFirst({ ...query, where })
      if (!organization) throw notFound()
      return organization
    },
  }),
}))

const CreateOrganizationInput = builder.inputType('CreateOrganizationInput', {
  description: 'A new organization.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'The name.', ...limited(organizationLimits.title) }),
    emailDomains: t.stringList({
      description: 'Users with an e-mail address of these domains may join.',
      ...limited(organizationLimits.emailDomains),
    }),
    type: t.field({ type: OrganizationTypeEnum, description: 'What kind it is; a business if absent.' }),
    useCase: t.field({ type: OrganizationUseCaseEnum, description: 'What it writes for.' }),
  }),
})

const DefaultContentInput = builder.inputType('DefaultContentInput', {
  description: 'What an organization shows by default.',
  fields: (t) => ({
    type: t.field({ type: DefaultContentTypeEnum, required: true, description: 'The kind of content.' }),
    site: t.id({ required: true, description: 'Id of a site of the organization.' }),
  }),
})

const UpdateOrganizationInput = builder.inputType('UpdateOrganizationInput', {
  description: 'Changes to an organization. Absent members stay as they are.',
  fields: (t) => ({
    title: t.string({ description: 'The name.', ...limited(organizationLimits.title) }),
    emailDomains: t.stringList({
      description: 'Users with an e-mail address of these domains may join.',
      ...limited(organizationLimits.emailDomains),
    }),
    hostname: t.string({
      description: 'Default subdomain, unique.',
      ...limited(organizationLimits.hostname),
    }),
    defaultRole: t.field({
      type: RoleEnum,
      description: 'The role of those who join; null makes them guests.',
    }),
    defaultContent: t.field({
      type: DefaultContentInput,
      description: 'What it shows by default; null for nothing.',
    }),
    logo: t.string({
      description: 'Address of the logo; null removes it.',
      ...limited(organizationLimits.logo),
    }),
    sso: t.boolean({ description: 'Members must sign in through the identity provider.' }),
    ai: t.boolean({ description: 'AI features are on.' }),
    inviteLinks: t.boolean({ description: 'Invite links may be used.' }),
  }),
})

builder.mutationFields((t) => ({
  createOrganization: t.field({
    type: Organization,
    description: 'Creates an organization with the caller as its admin.',
    authScopes: { write: true },
    args: { input: t.arg({ type: CreateOrganizationInput, required: true, description: 'What to create.' }) },
    resolve: (_root, { input }, context) => service.createOrganization(context, input),
  }),
  updateOrganization: t.field({
    type: Organization,
    description: 'Changes an organization. Needs the permission to administer it.',
    authScopes: { write: true },
    args: {
      organizationId: t.arg.id({ required: true, description: 'Id of the organization.' }),
      input: t.arg({ type: UpdateOrganizationInput, required: true, description: 'What to change.' }),
    },
    resolve: (_root, { organizationId, input }, context) =>
      service.updateOrganization(context, organizationId, input),
  }),
}))
