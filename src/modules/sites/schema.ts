import { GraphQLError } from 'graphql'
import { mayOnSite } from '../../access/authorize.ts'
import type { PermissionOn } from '../../access/permissions.ts'
import { notFound } from '../../errors.ts'
import type { Site as SiteRow } from '../../generated/prisma/client.ts'
import { builder } from '../../graphql/builder.ts'
import { childrenBy, connectionField } from '../../graphql/connection.ts'
import { viewerOf } from '../../graphql/context.ts'
import { permissionsObject } from '../../graphql/permissions-object.ts'
import { limited } from '../../graphql/validation.ts'
import { typeOfId } from '../../identifiers.ts'
import { Organization } from '../organizations/schema.ts'
import { readableSpaces } from '../spaces/policy.ts'
import { ownAddress, publishedAddress, siteLocation } from './addresses.ts'
import {
  SiteAdsStatusEnum,
  SiteAdsTopicEnum,
  SiteFeatureIdEnum,
  SiteTypeEnum,
  SiteVisibilityEnum,
} from './enums.ts'
import { type SiteFeatureId, siteFeatureIds } from './features.ts'
import { maximumSpacesOfNewSite, siteLimits } from './limits.ts'
import { readableSites } from './policy.ts'
import * as service from './service.ts'

declare module '../../graphql/builder.ts' {
  interface ModuleScalars {
    SpacesOfNewSite: { Input: service.SpacesOfNewSite; Output: service.SpacesOfNewSite }
  }
}

const SiteIconImages = builder.objectRef<SiteRow>('SiteIconImages').implement({
  description: 'An icon as an image for each theme.',
  fields: (t) => ({
    light: t.expose('iconLight', { type: 'URL', nullable: true, description: 'For the light theme.' }),
    dark: t.expose('iconDark', { type: 'URL', nullable: true, description: 'For the dark theme.' }),
  }),
})

const SiteIcon = builder.objectRef<SiteRow>('SiteIcon').implement({
  description: 'The icon of a site: images or an emoji.',
  fields: (t) => ({
    icon: t.field({
      type: SiteIconImages,
      nullable: true,
      description: 'The images, if it is one.',
      resolve: (site) => (site.iconLight === null && site.iconDark === null ? null : site),
    }),
    emoji: t.exposeString('iconEmoji', { nullable: true, description: 'The emoji, if it is one.' }),
  }),
})

const SiteProxy = builder.objectRef<SiteRow>('SiteProxy').implement({
  description: 'Serves a site below a path of another domain.',
  fields: (t) => ({
    origin: t.string({
      description: 'Host name and path at which visitors find the site.',
      resolve: (site) => site.proxy as string,
    }),
    target: t.string({
      description: 'The address of the site itself, to which the other domain forwards.',
      resolve: (site, _args, { config }) => ownAddress(config, site),
    }),
  }),
})

const SiteAdaptiveContent = builder.objectRef<SiteRow>('SiteAdaptiveContent').implement({
  description: 'Whether content adapts to the visitor.',
  fields: (t) => ({
    enabled: t.exposeBoolean('adaptiveContentEnabled', { description: 'It does.' }),
  }),
})

interface SiteAdsShape {
  readonly status: typeof SiteAdsStatusEnum.$inferType
  readonly submittable: boolean | null
  readonly topic: typeof SiteAdsTopicEnum.$inferType | null
  readonly zoneId: string | null
  readonly reason: string | null
}

const SiteAds = builder.objectRef<SiteAdsShape>('SiteAds').implement({
  description: 'The advertisements of a site. Which members are set depends on the status.',
  fields: (t) => ({
    status: t.expose('status', { type: SiteAdsStatusEnum, description: 'The status of the advertisements.' }),
    submittable: t.exposeBoolean('submittable', {
      nullable: true,
      description: 'While pending: whether the site may be submitted for review.',
    }),
    topic: t.expose('topic', {
      type: SiteAdsTopicEnum,
      nullable: true,
      description: 'The topic of the advertisements, from the review on.',
    }),
    zoneId: t.exposeString('zoneId', {
      nullable: true,
      description: 'Id of the zone that the advertisements come from, once they are accepted.',
    }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why the review refused them.' }),
  }),
})

interface Feature {
  readonly id: SiteFeatureId
  readonly plan: SiteRow['type']
}

const SiteFeature = builder.objectRef<Feature>('SiteFeature').implement({
  description: 'Something a site can do.',
  fields: (t) => ({
    id: t.expose('id', { type: SiteFeatureIdEnum, description: 'Which feature it is.' }),
    plan: t.expose('plan', { type: SiteTypeEnum, description: 'The plan that brings it.' }),
    frozen: t.boolean({
      description: 'It is there, but may not be changed. On a self-hosted server nothing is.',
      resolve: () => false,
    }),
  }),
})

const SiteUrls = builder.objectRef<SiteRow>('SiteUrls').implement({
  description: 'Addresses of a site.',
  fields: (t) => ({
    location: t.field({
      type: 'URL',
      description: 'The site in the REST API.',
      resolve: (site, _args, { config }) => siteLocation(config, site),
    }),
    app: t.field({
      type: 'URL',
      description: 'The site in the workspace.',
      resolve: ({ id, organizationId }, _args, { config }) =>
        `${config.baseUrl}/o/${organizationId}/sites/${id}`,
    }),
    published: t.field({
      type: 'URL',
      nullable: true,
      description: 'Where visitors find the site; only while it is published.',
      resolve: (site, _args, { config }) => publishedAddress(config, site),
    }),
  }),
})

const SitePermissions = permissionsObject<SiteRow, PermissionOn<'site'>>(
  'SitePermissions',
  {
    view: { permission: 'site:view', description: 'See the site.' },
    admin: { permission: 'site:administer', description: 'Administer the site.' },
  },
  mayOnSite,
)

/** Declared here because what implements it is spread over the modules of sections and site-spaces. */
export const SiteStructureItem = builder.interfaceRef<{ id: string }>('SiteStructureItem').implement({
  description: 'What may be at the root of a site: a section, a section group or a site-space.',
  fields: (t) => ({ id: t.exposeID('id', { description: 'Opaque identifier.' }) }),
  resolveType: ({ id }) => typeOfId(id),
})

export const Site = builder.prismaNode('Site', {
  // node(id) of what the caller may not see is null.
  nullable: true,
  description: 'A docs site made of spaces: at its root, or in sections.',
  id: { field: 'id', description: 'Opaque identifier.' },
  findUnique: (id, context) => ({ id, AND: [readableSites(viewerOf(context))] }),
  fields: (t) => ({
    type: t.expose('type', { type: SiteTypeEnum, description: 'The plan.' }),
    title: t.exposeString('title', { description: 'The name.' }),
    icon: t.field({
      type: SiteIcon,
      nullable: true,
      description: 'The icon, if it has one.',
      resolve: (site) => ((site.iconLight ?? site.iconDark ?? site.iconEmoji) === null ? null : site),
    }),
    hostname: t.exposeString('hostname', { nullable: true, description: 'Host name of its own.' }),
    basename: t.exposeString('basename', {
      nullable: true,
      description: 'Its name in addresses, unique in the organization.',
    }),
    proxy: t.field({
      type: SiteProxy,
      nullable: true,
      description: 'Set while it is served below a path of another domain.',
      resolve: (site) => (site.proxy === null ? null : site),
    }),
    visibility: t.expose('visibility', {
      type: SiteVisibilityEnum,
      description: 'Who may read it once it is published.',
    }),
    published: t.exposeBoolean('published', {
      description: 'Whether those whom the visibility names can reach it.',
    }),
    siteSpaceCount: t.exposeInt('siteSpaceCount', { description: 'How many site-spaces it has.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    adaptiveContent: t.field({
      type: SiteAdaptiveContent,
      description: 'Whether content adapts to the visitor.',
      resolve: (site) => site,
    }),
    ads: t.field({
      type: SiteAds,
      nullable: true,
      description: 'The advertisements. Always null: a self-hosted server shows none.',
      resolve: () => null,
    }),
    features: t.field({
      type: [SiteFeature],
      description: 'What it can do.',
      resolve: ({ type }) => siteFeatureIds.map((id) => ({ id, plan: type })),
    }),
    urls: t.field({ type: SiteUrls, description: 'Its addresses.', resolve: (site) => site }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization that owns it.' }),
    organization: t.relation('organization', { description: 'The organization that owns it.' }),
    permissions: t.field({
      type: SitePermissions,
      description: 'What the caller may do here.',
      resolve: (site) => site,
    }),
  }),
})

builder.objectField(Organization, 'sites', (t) =>
  connectionField(t, {
    type: Site,
    name: 'Site',
    description: 'The sites of the organization that the caller may see, oldest first.',
    parent: childrenBy('organizationId'),
    args: {
      space: t.arg.id({ description: 'Only sites that show the space with this id.' }),
      title: t.arg.string({ description: 'Only sites whose title contains this, in capitals or not.' }),
      published: t.arg.boolean({ description: 'Only published sites, or only those that are not.' }),
      type: t.arg({ type: [SiteTypeEnum], description: 'Only sites of these plans.' }),
    },
    where: (viewer, { space, title, published, type }) => ({
      AND: [readableSites(viewer)],
      ...(space != null && {
        siteSpaces: { some: { spaceId: space, space: readableSpaces(viewer) } },
      }),
      ...(title != null && { title: { contains: title, mode: 'insensitive' } }),
      ...(published != null && { published }),
      ...(type != null && { type: { in: type } }),
    }),
    order: [],
  }),
)

builder.queryField('site', (t) =>
  t.prismaField({
    type: Site,
    description: 'A site.',
    permission: 'site:view',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the site.' }),
      organizationId: t.arg.id({ description: 'Id of the organization that must own it.' }),
    },
    resolve: async (query, _root, { id, organizationId }, context) => {
      const inOrganization = organizationId == null ? {} : { organizationId }
      const where = { AND: [{ id, ...inOrganization }, readableSites(viewerOf(context))] }
      const site = await context.database.prisma.site.findFirst({ ...query, where })
      if (!site) throw notFound()
      return site
    },
  }),
)

builder.scalarType('SpacesOfNewSite', {
  description:
    'The spaces of a new site: a list of ids, or `"sample"` or `"empty"` for one new space, with sample content or without.',
  serialize: (value) => value,
  parseValue: spacesOfNewSite,
  extensions: {
    jsonSchema: {
      anyOf: [
        { type: 'array', items: { type: 'string' }, maxItems: maximumSpacesOfNewSite },
        { type: 'string', enum: ['sample', 'empty'] },
      ],
    },
  },
})

function spacesOfNewSite(value: unknown): service.SpacesOfNewSite {
  if (value === 'sample' || value === 'empty') return value
  if (!Array.isArray(value) || value.some((id) => typeof id !== 'string'))
    throw new GraphQLError('must be an array of ids, or "sample" or "empty"')
  if (value.length > maximumSpacesOfNewSite)
    throw new GraphQLError(`must have at most ${maximumSpacesOfNewSite} items`)
  return value
}

const CreateSiteInput = builder.inputType('CreateSiteInput', {
  description: 'A new site.',
  fields: (t) => ({
    type: t.field({ type: SiteTypeEnum, description: 'The plan; basic if absent.' }),
    title: t.string({ description: 'The name.', ...limited(siteLimits.title) }),
    visibility: t.field({
      type: SiteVisibilityEnum,
      description: 'Who may read it once it is published; anyone if absent.',
    }),
    spaces: t.field({
      type: 'SpacesOfNewSite',
      description: 'The spaces that it shows, the first as the default; none if absent.',
    }),
  }),
})

const AdaptiveContentInput = builder.inputType('AdaptiveContentInput', {
  description: 'Whether content adapts to the visitor.',
  fields: (t) => ({ enabled: t.boolean({ required: true, description: 'It does.' }) }),
})

const UpdateSiteInput = builder.inputType('UpdateSiteInput', {
  description: 'Changes to a site. Absent members stay as they are.',
  fields: (t) => ({
    title: t.string({ description: 'The name.', ...limited(siteLimits.title) }),
    visibility: t.field({
      type: SiteVisibilityEnum,
      description: 'Who may read it once it is published.',
    }),
    basename: t.string({
      description: 'Its name in addresses, unique in the organization.',
      ...limited(siteLimits.basename),
    }),
    hostname: t.string({
      description: 'Host name of its own, unique among all sites; null removes it.',
      ...limited(siteLimits.hostname),
    }),
    adaptiveContent: t.field({
      type: AdaptiveContentInput,
      description: 'Whether content adapts to the visitor.',
    }),
    defaultSiteSpace: t.id({
      description:
        'Id of the site-space shown first at the root or, if there are sections, in the default section.',
    }),
    defaultSiteSection: t.id({ description: 'Id of the section that is shown first.' }),
    proxy: t.string({
      description: 'Host name and path of another domain at which visitors find the site; null removes it.',
      ...limited(siteLimits.proxy),
    }),
  }),
})

builder.mutationFields((t) => {
  const siteId = t.arg.id({ required: true, description: 'Id of the site.' })
  const organizationId = t.arg.id({ description: 'Id of the organization that must own it.' })
  return {
    createSite: t.field({
      type: Site,
      description: 'Creates a site.',
      permission: 'organization:create-content',
      args: {
        organizationId: t.arg.id({ required: true, description: 'Id of the organization.' }),
        input: t.arg({ type: CreateSiteInput, required: true, description: 'What to create.' }),
      },
      resolve: (_root, { organizationId, input }, context) =>
        service.createSite(context, organizationId, input),
    }),
    updateSite: t.field({
      type: Site,
      description: 'Changes a site.',
      permission: 'site:administer',
      args: {
        siteId,
        organizationId,
        input: t.arg({ type: UpdateSiteInput, required: true, description: 'What to change.' }),
      },
      resolve: (_root, { input, ...address }, context) => service.updateSite(context, address, input),
    }),
    deleteSite: t.field({
      type: 'ID',
      description: 'Deletes a site and returns its id; the spaces stay.',
      permission: 'site:administer',
      args: { siteId, organizationId },
      resolve: (_root, address, context) => service.deleteSite(context, address),
    }),
  }
})
