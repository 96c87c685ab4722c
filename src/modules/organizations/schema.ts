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

interface OrganizationBillingShape {
  readonly interval: typeof BillingIntervalEnum.$inferType | null
  readonly endDate: Date | null
  readonly hasPaymentFailed: boolean
  readonly isScheduledToCancel: boolean
}

const OrganizationBilling = builder.objectRef<OrganizationBillingShape>('OrganizationBilling').implement({
  description: 'The billing of an organization.',
  fields: (t) => ({
    interval: t.expose('interval', { type: BillingIntervalEnum, nullable: true, description: 'How often.' }),
    endDate: t.expose('endDate', {
      type: 'DateTime',
      nullable: true,
      description: 'When the paid period ends.',
      extensions: { rest: { keepNull: true } },
    }),
    hasPaymentFailed: t.exposeBoolean('hasPaymentFailed', {
      description: 'Whether the last payment failed.',
    }),
    isScheduledToCancel: t.exposeBoolean('isScheduledToCancel', {
      description: 'Whether it ends with the paid period.',
    }),
  }),
})

interface OrganizationTrialShape {
  readonly status: typeof TrialStatusEnum.$inferType
  readonly endDate: Date | null
  readonly decision: typeof TrialDecisionEnum.$inferType | null
}

const OrganizationTrial = builder.objectRef<OrganizationTrialShape>('OrganizationTrial').implement({
  description: 'The trial of an organization.',
  fields: (t) => ({
    status: t.expose('status', { type: TrialStatusEnum, description: 'The status of the trial.' }),
    endDate: t.expose('endDate', { type: 'DateTime', nullable: true, description: 'When the trial ends.' }),
    decision: t.expose('decision', {
      type: TrialDecisionEnum,
      nullable: true,
      description: 'The decision made at the end of the trial.',
    }),
  }),
})

const OrganizationBlocked = builder
  .objectRef<{ readonly reason: typeof BlockedReasonEnum.$inferType | null }>('OrganizationBlocked')
  .implement({
    description: 'The block of an organization.',
    fields: (t) => ({
      reason: t.expose('reason', { type: BlockedReasonEnum, nullable: true, description: 'The reason.' }),
    }),
  })

interface OrganizationBillingMigrationShape {
  readonly deadline: Date | null
  readonly discountPercent: number | null
  readonly discountEndDate: Date | null
}

const OrganizationBillingMigration = builder
  .objectRef<OrganizationBillingMigrationShape>('OrganizationBillingMigration')
  .implement({
    description: 'A change of billing that is due.',
    fields: (t) => ({
      deadline: t.expose('deadline', { type: 'DateTime', nullable: true, description: 'When it is due.' }),
      discountPercent: t.exposeInt('discountPercent', {
        nullable: true,
        description: 'Discount in percent.',
      }),
      discountEndDate: t.expose('discountEndDate', {
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
    communityType: t.field({
      type: CommunityTypeEnum,
      nullable: true,
      description: 'The kind of community. Always null on a self-hosted server.',
      resolve: () => null,
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
    plan: t.field({
      type: OrganizationPlanEnum,
      description: 'The plan. Always FREE on a self-hosted server, which restricts nothing by plan.',
      resolve: () => 'FREE' as const,
    }),
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
      description: 'The billing. Always null: a self-hosted server bills nobody.',
      resolve: () => null,
    }),
    trial: t.field({
      type: OrganizationTrial,
      description: 'The trial. Always NOT_APPLICABLE on a self-hosted server.',
      resolve: () => ({ status: 'NOT_APPLICABLE' as const, endDate: null, decision: null }),
    }),
    blocked: t.field({
      type: OrganizationBlocked,
      nullable: true,
      description: 'The block. Always null: a self-hosted server blocks no organization.',
      resolve: () => null,
    }),
    internal_billingMigration: t.field({
      type: OrganizationBillingMigration,
      nullable: true,
      description: 'A change of billing that is due. Always null: a self-hosted server bills nobody.',
      resolve: () => null,
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
    permission: 'authenticated',
    parent: allRows,
    where: (viewer) => readableOrganizations(viewer),
    order: [],
  }),
  organization: t.prismaField({
    type: Organization,
    description: 'An organization of the caller.',
    permission: 'organization:view',
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
    permission: 'authenticated',
    args: { input: t.arg({ type: CreateOrganizationInput, required: true, description: 'What to create.' }) },
    resolve: (_root, { input }, context) => service.createOrganization(context, input),
  }),
  updateOrganization: t.field({
    type: Organization,
    description: 'Changes an organization.',
    permission: 'organization:administer',
    args: {
      organizationId: t.arg.id({ required: true, description: 'Id of the organization.' }),
      input: t.arg({ type: UpdateOrganizationInput, required: true, description: 'What to change.' }),
    },
    resolve: (_root, { organizationId, input }, context) =>
      service.updateOrganization(context, organizationId, input),
  }),
}))
