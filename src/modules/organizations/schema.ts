import { mayOnOrganization } from '../../access/authorize.ts'
import type { PermissionOn } from '../../access/permissions.ts'
import { ownsTeamIn } from '../../access/viewer.ts'
import { limited } from '../../base/validation.ts'
import type { Organization as OrganizationRow } from '../../generated/prisma/client.ts'
import { list, model, single } from '../../graph/declare/model.ts'
import { absent, absentType } from '../../graphql/absent.ts'
import { builder } from '../../graphql/builder.ts'
import { mutation, readAfter } from '../../graphql/payload.ts'
import { permissionsObject } from '../../graphql/permissions-object.ts'
import { RoleEnum } from '../../graphql/roles.ts'
import { urlsObject } from '../../graphql/urls-object.ts'
import { viewerOf } from '../../request/context.ts'
import { DeleteOrganizationInput } from './deleted-schema.ts'
import * as deletion from './deletion.ts'
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
import { mergeRulesOf } from './merge-rules.ts'
import { MergeRules, MergeRulesInput } from './merge-rules-schema.ts'
import { readableOrganizations } from './policy.ts'
import { proofOfName } from './proven-names.ts'
import { retentionDays } from './retention.ts'
import * as service from './service.ts'
import { logoAddress } from './uploaded-logos.ts'

const OrganizationPermissions = permissionsObject<Pick<OrganizationRow, 'id'>, PermissionOn<'organization'>>(
  'OrganizationPermissions',
  {
    view: { permission: 'organization:view', description: 'Whether the caller can see the organization.' },
    access: {
      permission: 'organization:view',
      description: 'Whether the caller can open the organization in the workspace.',
    },
    admin: {
      permission: 'organization:administer',
      description: 'Whether the caller can administer the organization.',
    },
    createContent: {
      permission: 'organization:create-content',
      description: 'Whether the caller can create spaces, collections and sites.',
    },
    createOpenAPISpec: {
      permission: 'organization:create-openapi-spec',
      description: 'Whether the caller can add OpenAPI specifications.',
    },
    viewBilling: {
      permission: 'organization:view-billing',
      description: 'Whether the caller can see the billing.',
    },
    listMembers: {
      permission: 'organization:list-members',
      description: 'Whether the caller can list the members.',
    },
    listTeams: {
      permission: 'organization:list-teams',
      description: 'Whether the caller can list the teams.',
    },
    listIntegrations: {
      permission: 'organization:list-integrations',
      description: 'Whether the caller can list the integrations.',
    },
    listInstallations: {
      permission: 'organization:list-integrations',
      description: 'Whether the caller can list the installations of integrations.',
    },
  },
  (viewer, permission, organization) => mayOnOrganization(viewer, permission, organization.id),
)

builder.objectFields(OrganizationPermissions, (t) => ({
  ownTeam: t.boolean({
    description: 'Whether the caller is an owner of a team.',
    resolve: ({ id }, _args, context) => ownsTeamIn(viewerOf(context), id),
  }),
  installIntegration: t.boolean({
    description: 'Always false, because there are no integrations to install.',
    resolve: () => false,
  }),
}))

const OrganizationUrls = urlsObject<Pick<OrganizationRow, 'id' | 'logo'>>('OrganizationUrls', {
  description: 'URLs of an organization.',
  of: 'the organization',
  location: ({ id }) => `/orgs/${id}`,
  app: ({ id }) => ({ kind: 'organization', organization: id }),
  fields: (t) => ({
    logo: t.field({
      type: 'URL',
      nullable: true,
      description: 'URL of the logo. Null if it has none.',
      resolve: ({ logo }, _args, { config }) => logoAddress(config, logo),
    }),
  }),
})

const OrganizationBilling = absentType('OrganizationBilling', 'The billing of an organization.', {
  interval: {
    type: BillingIntervalEnum,
    nullable: true,
    description: 'The billing interval. Null if there is none.',
  },
  endDate: {
    type: 'DateTime',
    nullable: true,
    description: 'The date and time at which the paid period ends. Null if there is none.',
    extensions: { rest: { keepNull: true } },
  },
  hasPaymentFailed: { type: 'Boolean', description: 'Whether the last payment failed.' },
  isScheduledToCancel: {
    type: 'Boolean',
    description: 'Whether the subscription ends with the paid period.',
  },
})

interface OrganizationTrialShape {
  readonly status: typeof TrialStatusEnum.$inferType
  readonly count: number
  readonly endDate: Date | null
  readonly decision: typeof TrialDecisionEnum.$inferType | null
}

const OrganizationTrial = builder.objectRef<OrganizationTrialShape>('OrganizationTrial').implement({
  description: 'The trial of an organization.',
  fields: (t) => ({
    status: t.expose('status', { type: TrialStatusEnum, description: 'The status of the trial.' }),
    count: t.exposeInt('count', { description: 'The number of trials so far.' }),
    endDate: t.expose('endDate', {
      type: 'DateTime',
      nullable: true,
      description: 'The date and time at which the trial ends. Null if there is none.',
    }),
    decision: t.expose('decision', {
      type: TrialDecisionEnum,
      nullable: true,
      description: 'The decision at the end of the trial. Null until then.',
    }),
  }),
})

const OrganizationBlocked = absentType('OrganizationBlocked', 'The block of an organization.', {
  reason: {
    type: BlockedReasonEnum,
    nullable: true,
    description: 'The reason for the block. Null if none was given.',
  },
})

const OrganizationBillingMigration = absentType(
  'OrganizationBillingMigration',
  'A pending change of billing.',
  {
    deadline: {
      type: 'DateTime',
      nullable: true,
      description: 'The date and time by which the change is due. Null if there is none.',
    },
    discountPercent: {
      type: 'Int',
      nullable: true,
      description: 'The discount, in percent. Null if there is none.',
    },
    discountEndDate: {
      type: 'DateTime',
      nullable: true,
      description: 'The date and time at which the discount ends. Null if there is none.',
    },
  },
)

const OrganizationDefaultContent = builder
  .objectRef<Pick<OrganizationRow, 'defaultSiteId'>>('OrganizationDefaultContent')
  .implement({
    description: 'The default content of an organization.',
    fields: (t) => ({
      type: t.field({
        type: DefaultContentTypeEnum,
        description: 'The type of the content.',
        resolve: () => 'SITE' as const,
      }),
      site: t.exposeID('defaultSiteId', {
        nullable: true,
        description: 'Id of the site. Null if none is set.',
      }),
    }),
  })

const EmailDomain = builder.objectRef<EmailDomainRow>('EmailDomain').implement({
  description: 'A domain of email addresses, and how the organization proves that it is its own.',
  fields: (t) => ({
    domain: t.exposeString('domain', { description: 'The domain, such as `example.com`.' }),
    isProven: t.exposeBoolean('isProven', {
      description: 'Whether the domain is proven. It has no effect otherwise.',
    }),
    recordName: t.string({
      description: 'The name of the TXT record that proves it.',
      resolve: ({ organizationId, domain }) => proofOfName(organizationId, domain).name,
    }),
    recordValue: t.string({
      description: 'The value of the TXT record that proves it.',
      resolve: ({ organizationId, domain }) => proofOfName(organizationId, domain).value,
    }),
  }),
})

interface EmailDomainRow {
  readonly organizationId: string
  readonly domain: string
  readonly isProven: boolean
}

export const Organization = model('Organization', {
  description: 'An organization, which owns collections, spaces, sites, teams and members.',
  id: 'The id, an opaque string.',
  visible: readableOrganizations,
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The name of the organization.' }),
    createdAt: t.exposeDateTime('createdAt', { description: 'The date and time of creation.' }),
    emailDomains: t.exposeStringList('emailDomains', {
      description:
        'Domains of email addresses. Users with an address of these domains can join, once a TXT record proves them.',
    }),
    provenEmailDomains: t.exposeStringList('provenEmailDomains', {
      description: 'Those of the email domains that are proven by a TXT record. The others have no effect.',
    }),
    emailDomainProofs: t.computed({
      type: [EmailDomain],
      description: 'The email domains with the TXT records that prove them.',
      from: ['id', 'emailDomains', 'provenEmailDomains'],
      resolve: ({ id, emailDomains, provenEmailDomains }) =>
        emailDomains.map((domain) => ({
          organizationId: id,
          domain,
          isProven: provenEmailDomains.includes(domain),
        })),
    }),
    hostname: t.exposeString('hostname', {
      nullable: true,
      description: 'The default subdomain of its public content. Null if none is set.',
    }),
    type: t.expose('type', { type: OrganizationTypeEnum, description: 'The type of the organization.' }),
    useCase: t.expose('useCase', {
      type: OrganizationUseCaseEnum,
      nullable: true,
      description: 'The use case of the organization. Null if none was given.',
    }),
    communityType: t.computed(
      absent(CommunityTypeEnum, 'The kind of community. Always null on a self-hosted server.'),
    ),
    defaultRole: t.expose('defaultRole', {
      type: RoleEnum,
      nullable: true,
      description: 'The role of new members. Null makes them guests.',
      extensions: { rest: { keepNull: true } },
    }),
    defaultContent: t.computed({
      type: OrganizationDefaultContent,
      nullable: true,
      description: 'The default content. Null if none is set.',
      from: ['defaultSiteId'],
      resolve: (organization) => (organization.defaultSiteId ? organization : null),
    }),
    requiresSSO: t.exposeBoolean('sso', {
      description: 'Whether members must sign in with an identity provider of the organization.',
    }),
    hasAIEnabled: t.exposeBoolean('ai', { description: 'Whether AI features are enabled.' }),
    hasInviteLinksEnabled: t.exposeBoolean('inviteLinks', {
      description: 'Whether invite links are enabled.',
    }),
    hasAuditLog: t.computed({
      type: 'Boolean',
      from: [],
      description: 'Whether the organization has an audit log. Always true on a self-hosted server.',
      resolve: () => true,
    }),
    mergeRules: t.computed({
      type: MergeRules,
      description: 'What change requests must meet to be merged in spaces that have no rules of their own.',
      from: ['mergeRules'],
      resolve: ({ mergeRules }) => mergeRulesOf(mergeRules, 'NONE'),
    }),
    plan: t.computed({
      type: OrganizationPlanEnum,
      from: [],
      description: 'The plan. Always `FREE` on a self-hosted server, where plans restrict nothing.',
      resolve: () => 'FREE' as const,
    }),
    customHostname: t.exposeString('customHostname', {
      nullable: true,
      description: 'The custom host name of its content. Null if none is set.',
    }),
    isOnNewTrial: t.computed({
      type: 'Boolean',
      from: [],
      description: 'Always true.',
      deprecationReason: 'Always true; kept for older clients.',
      resolve: () => true,
    }),
    billing: t.computed(absent(OrganizationBilling, 'The billing. Always null on a self-hosted server.')),
    trial: t.computed({
      type: OrganizationTrial,
      from: [],
      description: 'The trial. Its status is always `NOT_APPLICABLE` on a self-hosted server.',
      resolve: () => ({ status: 'NOT_APPLICABLE' as const, count: 0, endDate: null, decision: null }),
    }),
    blocked: t.computed(absent(OrganizationBlocked, 'The block. Always null on a self-hosted server.')),
    billingMigration: t.computed(
      absent(
        OrganizationBillingMigration,
        'A pending change of billing. Always null on a self-hosted server.',
      ),
    ),
    urls: t.computed({
      type: OrganizationUrls,
      description: 'URLs of the organization.',
      from: ['id', 'logo'],
    }),
    permissions: t.computed({
      type: OrganizationPermissions,
      description: 'Permissions of the caller on the object.',
      from: ['id'],
    }),
  }),
})

/** The field of a payload with the owner of what was deleted. */
export const formerOrganization = readAfter(
  Organization,
  'The organization that it belonged to. Null if the caller may no longer see it.',
)

builder.queryFields((t) => ({
  organizations: list(t, Organization, {
    description: 'The organizations that the caller is a member of, oldest first.',
    permission: 'authenticated',
    order: [],
  }),
  organization: single(t, Organization, {
    description: 'An organization that the caller is a member of.',
    permission: 'organization:view',
    args: { id: t.arg.id({ required: true, description: 'Id of the organization.' }) },
    where: ({ id }) => ({ id }),
  }),
}))

const CreateOrganizationInput = builder.inputType('CreateOrganizationInput', {
  description: 'The fields of a new organization.',
  fields: (t) => ({
    title: t.string({
      required: true,
      description: 'The name of the organization.',
      ...limited(organizationLimits.title),
    }),
    emailDomains: t.stringList({
      description:
        'Domains of email addresses. Users with an address of these domains can join, once a TXT record proves them.',
      ...limited(organizationLimits.emailDomains),
    }),
    type: t.field({
      type: OrganizationTypeEnum,
      description: 'The type of the organization. Defaults to `BUSINESS`.',
    }),
    useCase: t.field({ type: OrganizationUseCaseEnum, description: 'The use case of the organization.' }),
  }),
})

const DefaultContentInput = builder.inputType('DefaultContentInput', {
  description: 'The default content of an organization.',
  fields: (t) => ({
    type: t.field({ type: DefaultContentTypeEnum, required: true, description: 'The type of the content.' }),
    site: t.id({ required: true, description: 'Id of a site of the organization.' }),
  }),
})

const UpdateOrganizationInput = builder.inputType('UpdateOrganizationInput', {
  description: 'Changes to an organization. Omitted fields stay unchanged.',
  fields: (t) => ({
    title: t.string({ description: 'The name of the organization.', ...limited(organizationLimits.title) }),
    emailDomains: t.stringList({
      description:
        'Domains of email addresses. Users with an address of these domains can join, once a TXT record proves them.',
      ...limited(organizationLimits.emailDomains),
    }),
    hostname: t.string({
      description: 'The default subdomain of its public content. Must be unique.',
      ...limited(organizationLimits.hostname),
    }),
    defaultRole: t.field({
      type: RoleEnum,
      description: 'The role of new members. Null makes them guests.',
    }),
    defaultContent: t.field({
      type: DefaultContentInput,
      description: 'The default content. Null removes it.',
    }),
    logo: t.string({
      description: 'URL of the logo. Null removes it.',
      ...limited(organizationLimits.logo),
    }),
    requiresSSO: t.boolean({
      description: 'Whether members must sign in with an identity provider of the organization.',
      extensions: { rest: 'sso' },
    }),
    hasAIEnabled: t.boolean({
      description: 'Whether AI features are enabled.',
      extensions: { rest: 'ai' },
    }),
    hasInviteLinksEnabled: t.boolean({
      description: 'Whether invite links are enabled.',
      extensions: { rest: 'inviteLinks' },
    }),
    mergeRules: t.field({
      type: MergeRulesInput,
      description: 'What change requests must meet to be merged in spaces that have no rules of their own.',
    }),
  }),
})

builder.mutationFields((t) => ({
  createOrganization: mutation(t, {
    description:
      'Creates an organization with the caller as its admin. By default, members of any organization may create one, but not guests. The operator of the server can change this.',
    permission: 'authenticated',
    args: {
      input: t.arg({
        type: CreateOrganizationInput,
        required: true,
        description: 'The organization to create.',
      }),
    },
    target: { type: 'Organization' },
    payload: { organization: Organization },
    resolve: async (_root, { input }, context) => ({
      organization: await service.createOrganization(context, input),
    }),
  }),
  updateOrganization: mutation(t, {
    description: 'Updates an organization.',
    permission: 'organization:administer',
    args: {
      organizationId: t.arg.id({ required: true, description: 'Id of the organization.' }),
      input: t.arg({ type: UpdateOrganizationInput, required: true, description: 'Fields to update.' }),
    },
    target: { type: 'Organization', id: 'organizationId' },
    payload: { organization: Organization },
    resolve: async (_root, { organizationId, input }, context) => ({
      organization: await service.updateOrganization(context, organizationId, input),
    }),
  }),
  deleteOrganization: mutation(t, {
    description: `Deletes an organization with everything in it: it is missing to everybody, its sites are offline, its jobs end. Its admins can restore it for ${retentionDays} days.`,
    permission: 'organization:administer',
    args: {
      organizationId: t.arg.id({ required: true, description: 'Id of the organization.' }),
      input: t.arg({ type: DeleteOrganizationInput, required: true, description: 'The confirmation.' }),
    },
    target: { type: 'Organization', id: 'organizationId' },
    payload: { deletedOrganizationId: 'ID' },
    resolve: async (_root, { organizationId, input }, context) => {
      const { id } = await deletion.deleteOrganization(context, organizationId, input)
      return { deletedOrganizationId: id }
    },
  }),
  restoreOrganization: mutation(t, {
    description: 'Restores a deleted organization with everything in it, except for jobs that had not ended.',
    permission: 'organization:administer',
    args: {
      organizationId: t.arg.id({ required: true, description: 'Id of the organization.' }),
    },
    target: { type: 'Organization', id: 'organizationId' },
    payload: { organization: Organization },
    resolve: async (_root, { organizationId }, context) => ({
      organization: await deletion.restoreOrganization(context, organizationId),
    }),
  }),
}))
