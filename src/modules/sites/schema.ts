import { administeredContent } from '../../access/viewer.ts'
import { typeOfId } from '../../base/identifiers.ts'
import { limited } from '../../base/validation.ts'
import type { Site as SiteRow } from '../../generated/prisma/client.ts'
import { comparedExtension } from '../../graph/declare/connection.ts'
import { listOrder } from '../../graph/declare/list-order.ts'
import { extend, model, single } from '../../graph/declare/model.ts'
import { absent, absentType } from '../../graphql/absent.ts'
import { builder } from '../../graphql/builder.ts'
import { mutation, readAfter } from '../../graphql/payload.ts'
import { DefaultLevelEnum } from '../../graphql/roles.ts'
import { withTitle } from '../../graphql/title-filter.ts'
import { urlsObject } from '../../graphql/urls-object.ts'
import { proofOfName, type TxtRecord } from '../organizations/proven-names.ts'
import { formerOrganization, Organization } from '../organizations/schema.ts'
import { readableSpaces } from '../spaces/policy.ts'
import {
  type AddressedSite,
  hostOfProxy,
  ownAddress,
  publishedAddress,
  siteAddress,
  sitePath,
} from './addresses.ts'
import {
  SiteAdsStatusEnum,
  SiteAdsTopicEnum,
  SiteFeatureIdEnum,
  SiteTypeEnum,
  SiteVisibilityEnum,
  SpaceOfNewSiteEnum,
} from './enums.ts'
import { type SiteFeatureId, siteFeatureIds } from './features.ts'
import { siteLimits } from './limits.ts'
import { readableSites } from './policy.ts'
import * as service from './service.ts'
import { SitePermissions } from './site-permissions.ts'

const SiteIconImages = builder
  .objectRef<Pick<SiteRow, 'iconLight' | 'iconDark'>>('SiteIconImages')
  .implement({
    description: 'An icon as an image for each theme.',
    fields: (t) => ({
      light: t.expose('iconLight', {
        type: 'URL',
        nullable: true,
        description: 'Image for the light theme. Null if not set.',
      }),
      dark: t.expose('iconDark', {
        type: 'URL',
        nullable: true,
        description: 'Image for the dark theme. Null if not set.',
      }),
    }),
  })

const SiteIcon = builder
  .objectRef<Pick<SiteRow, 'iconLight' | 'iconDark' | 'iconEmoji'>>('SiteIcon')
  .implement({
    description: 'The icon of a site: images or an emoji.',
    fields: (t) => ({
      icon: t.field({
        type: SiteIconImages,
        nullable: true,
        description: 'Images of the icon. Null if it is an emoji, or not set.',
        resolve: (site) => (site.iconLight === null && site.iconDark === null ? null : site),
      }),
      emoji: t.exposeString('iconEmoji', {
        nullable: true,
        description: 'Emoji of the icon. Null if it is an image, or not set.',
      }),
    }),
  })

const HostnameProof = builder.objectRef<TxtRecord>('HostnameProof').implement({
  description: 'The TXT record with which an organization proves that a host name is its own.',
  fields: (t) => ({
    recordName: t.exposeString('name', { description: 'The name of the TXT record.' }),
    recordValue: t.exposeString('value', { description: 'The value of the TXT record.' }),
  }),
})

const SiteProxy = builder.objectRef<AddressedSite>('SiteProxy').implement({
  description: 'Settings for serving a site below a path of another domain.',
  fields: (t) => ({
    isProven: t.exposeBoolean('proxyProven', {
      description: 'Whether the host name is proven by a TXT record. The proxy has no effect otherwise.',
    }),
    proof: t.field({
      type: HostnameProof,
      description: 'The TXT record that proves the host name.',
      resolve: ({ organizationId, proxy }) => proofOfName(organizationId, hostOfProxy(proxy as string)),
    }),
    origin: t.string({
      description: 'Host name and path of the site on the other domain, without a scheme.',
      resolve: (site) => site.proxy as string,
    }),
    target: t.string({
      description: 'URL of the site on this server, to which the other domain forwards.',
      resolve: (site, _args, { config }) => ownAddress(config, site),
    }),
  }),
})

const SiteAdaptiveContent = builder
  .objectRef<Pick<SiteRow, 'adaptiveContentEnabled'>>('SiteAdaptiveContent')
  .implement({
    description: 'Settings of adaptive content, which shows visitors content that depends on their claims.',
    fields: (t) => ({
      isEnabled: t.exposeBoolean('adaptiveContentEnabled', {
        description: 'Whether adaptive content is enabled.',
      }),
    }),
  })

const SiteAds = absentType(
  'SiteAds',
  'Advertisements of a site. The status determines which fields are set.',
  {
    status: { type: SiteAdsStatusEnum, description: 'Status of the advertisements.' },
    isSubmittable: {
      type: 'Boolean',
      nullable: true,
      description: 'Whether the site may be submitted for review. Null unless the status is `PENDING`.',
    },
    topic: {
      type: SiteAdsTopicEnum,
      nullable: true,
      description: 'Topic of the advertisements. Null before the review.',
    },
    zoneId: {
      type: 'String',
      nullable: true,
      description: 'Id of the zone of the advertisements. Null until they are accepted.',
    },
    reason: {
      type: 'String',
      nullable: true,
      description: 'Reason for the rejection. Null unless the status is `REJECTED`.',
    },
  },
)

interface Feature {
  readonly id: SiteFeatureId
  readonly plan: SiteRow['type']
}

const SiteFeature = builder.objectRef<Feature>('SiteFeature').implement({
  description: 'A feature of a site.',
  fields: (t) => ({
    feature: t.expose('id', { type: SiteFeatureIdEnum, description: 'Name of the feature.' }),
    plan: t.expose('plan', { type: SiteTypeEnum, description: 'Plan that includes the feature.' }),
    isFrozen: t.boolean({
      description:
        'Whether the feature is available but cannot be changed. Always false on a self-hosted server.',
      resolve: () => false,
    }),
  }),
})

const SiteUrls = urlsObject<AddressedSite>('SiteUrls', {
  description: 'URLs of a site.',
  of: 'the site',
  location: sitePath,
  app: ({ id, organizationId }) => ({ kind: 'site', organization: organizationId, site: id }),
  fields: (t) => ({
    published: t.field({
      type: 'URL',
      nullable: true,
      description: 'URL of the site for visitors; null while it is not published.',
      resolve: (site, _args, { config }) => publishedAddress(config, site),
    }),
    preview: t.field({
      type: 'URL',
      description: 'URL in the REST API that returns a signed URL of a preview of the site.',
      resolve: (site, _args, { config }) => `${config.baseUrl}/v1${sitePath(site)}/publishing/preview`,
    }),
  }),
})

/** Declared here because what implements it is spread over the modules of sections and site-spaces. */
export const SiteStructureItem = builder.interfaceRef<{ id: string }>('SiteStructureItem').implement({
  description:
    'An item of the structure of a site: a section, a section group, an external link or a site-space.',
  interfaces: [builder.nodeInterfaceRef()],
  fields: (t) => ({ id: t.exposeID('id', { description: 'Opaque identifier.' }) }),
  resolveType: ({ id }) => typeOfId(id),
})

export const Site = model('Site', {
  description: 'A documentation site, which publishes spaces at its root or in sections.',
  id: 'Opaque identifier.',
  visible: readableSites,
  fields: (t) => ({
    type: t.expose('type', { type: SiteTypeEnum, description: 'Plan of the site.' }),
    appliedType: t.expose('type', {
      type: SiteTypeEnum,
      description: 'Plan whose features the site has. Always its plan, because no feature is frozen.',
    }),
    title: t.exposeString('title', { description: 'The title of the site.' }),
    icon: t.computed({
      type: SiteIcon,
      nullable: true,
      description: 'Icon of the site. Null if not set.',
      from: ['iconLight', 'iconDark', 'iconEmoji'],
      resolve: (site) => ((site.iconLight ?? site.iconDark ?? site.iconEmoji) === null ? null : site),
    }),
    hostname: t.exposeString('hostname', {
      nullable: true,
      description: 'Custom host name. Null if not set.',
    }),
    isHostnameProven: t.exposeBoolean('hostnameProven', {
      description: 'Whether the custom host name is proven by a TXT record. It has no effect otherwise.',
    }),
    hostnameProof: t.computed({
      type: HostnameProof,
      nullable: true,
      description: 'The TXT record that proves the custom host name. Null if no name is set.',
      from: ['organizationId', 'hostname'],
      resolve: ({ organizationId, hostname }) =>
        hostname === null ? null : proofOfName(organizationId, hostname),
    }),
    basename: t.exposeString('basename', {
      nullable: true,
      description:
        'Name of the site in URLs, unique in the organization. Null if not set: then URLs have the id.',
    }),
    proxy: t.computed({
      type: SiteProxy,
      nullable: true,
      description: 'Proxy settings. Null unless the site is served below a path of another domain.',
      from: siteAddress,
      resolve: (site) => (site.proxy === null ? null : site),
    }),
    visibility: t.expose('visibility', {
      type: SiteVisibilityEnum,
      description: 'Who may read the site while it is published.',
    }),
    defaultLevel: t.computed({
      type: DefaultLevelEnum,
      description:
        'The role of members on the site. Always `INHERIT`: members have their role in the organization.',
      from: [],
      resolve: () => 'INHERIT' as const,
    }),
    isPublished: t.exposeBoolean('published', {
      description: 'Whether the site is published. Visitors can read only published sites.',
    }),
    createdAt: t.exposeDateTime('createdAt', {
      description: 'The date and time at which the site was created.',
    }),
    updatedAt: t.exposeDateTime('updatedAt', {
      description: 'The date and time of the last change to the settings of the site.',
    }),
    adaptiveContent: t.computed({
      type: SiteAdaptiveContent,
      description: 'Settings of adaptive content, which shows visitors content that depends on their claims.',
      from: ['adaptiveContentEnabled'],
    }),
    ads: t.computed(absent(SiteAds, 'Advertisements. Always null, because a self-hosted server has none.')),
    features: t.computed({
      type: [SiteFeature],
      description: 'Features of the site.',
      from: ['type'],
      resolve: ({ type }) => siteFeatureIds.map((id) => ({ id, plan: type })),
    }),
    urls: t.computed({
      type: SiteUrls,
      description: 'URLs of the site.',
      from: siteAddress,
    }),
    organizationId: t.exposeID('organizationId', {
      description: 'Id of the organization that owns the site.',
    }),
    organization: t.one(Organization, {
      key: 'organizationId',
      description: 'Organization that owns the site.',
    }),
    permissions: t.computed({
      type: SitePermissions,
      description: 'Permissions of the caller on the site.',
      from: ['id', 'organizationId'],
      sameFor: administeredContent,
    }),
  }),
})

/** The field of a payload with the site of what was deleted. */
export const formerSite = readAfter(
  Site,
  'The site that it belonged to. Null if the caller may no longer see it.',
)

const siteOrder = listOrder('Site', {
  fields: {
    TITLE: {
      description: 'By title, ignoring case.',
      columns: [{ column: 'title', type: 'text', ignoreCase: true }],
    },
    CREATED_AT: { description: 'By the time of creation.', columns: [] },
    UPDATED_AT: {
      description: 'By the time of the last change to the settings of the site.',
      columns: [{ column: 'updatedAt', type: 'timestamptz' }],
    },
  },
  direction: 'ASC',
})

extend(Organization, (t) => ({
  sites: t.many(Site, {
    description: 'Sites of the organization that the caller may read, by default oldest first.',
    by: 'organizationId',
    args: {
      space: t.arg.id({
        description: 'Returns only sites that show the space with this id.',
        extensions: { [comparedExtension]: true },
      }),
      search: t.arg.string({
        description: 'Returns only sites whose title contains this text, case-insensitive.',
        ...limited(siteLimits.titleFilter),
      }),
      published: t.arg.boolean({
        description: 'Returns only published sites (true) or unpublished sites (false).',
      }),
      type: t.arg({ type: [SiteTypeEnum], description: 'Returns only sites of these plans.' }),
      orderBy: t.arg({ type: siteOrder.input, description: 'The order. Default: oldest first.' }),
    },
    where: (viewer, { space, search, published, type }) => ({
      ...(space != null && {
        siteSpaces: { some: { spaceId: space, space: readableSpaces(viewer) } },
      }),
      ...withTitle(search),
      ...(published != null && { published }),
      ...(type != null && { type: { in: type } }),
    }),
    order: ({ orderBy }) => siteOrder.columns(orderBy, 'CREATED_AT'),
    direction: ({ orderBy }) => siteOrder.direction(orderBy),
  }),
}))

builder.queryField('site', (t) =>
  single(t, Site, {
    description: 'A site.',
    permission: 'site:view',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the site.' }),
      organizationId: t.arg.id({
        description:
          'Id of the organization that must own the site. The site is not found if it belongs to another.',
      }),
    },
    where: ({ id, organizationId }) => ({ id, ...(organizationId != null && { organizationId }) }),
  }),
)

const SpacesOfNewSiteInput = builder.inputType('SpacesOfNewSiteInput', {
  description: 'The spaces of a new site: existing ones, or one new space.',
  isOneOf: true,
  extensions: { rest: { wordOrIds: { word: 'newSpace', ids: 'ids' } } },
  fields: (t) => ({
    ids: t.idList({ description: 'Ids of spaces of the organization.', ...limited(siteLimits.spaces) }),
    newSpace: t.field({ type: SpaceOfNewSiteEnum, description: 'The new space.' }),
  }),
})

const CreateSiteInput = builder.inputType('CreateSiteInput', {
  description: 'Fields of a new site.',
  fields: (t) => ({
    type: t.field({ type: SiteTypeEnum, description: 'Plan of the site. Default: `BASIC`.' }),
    title: t.string({ description: 'The title of the site.', ...limited(siteLimits.title) }),
    visibility: t.field({
      type: SiteVisibilityEnum,
      description: 'Who may read the site while it is published. Default: `PUBLIC`.',
    }),
    spaces: t.field({
      type: SpacesOfNewSiteInput,
      description: 'Spaces of the site. The first one is the default. Default: no spaces.',
    }),
  }),
})

const AdaptiveContentInput = builder.inputType('AdaptiveContentInput', {
  description: 'Settings of adaptive content, which shows visitors content that depends on their claims.',
  fields: (t) => ({
    isEnabled: t.boolean({
      required: true,
      description: 'Whether adaptive content is enabled.',
      extensions: { rest: 'enabled' },
    }),
  }),
})

const UpdateSiteInput = builder.inputType('UpdateSiteInput', {
  description: 'Fields to update. Omitted fields stay unchanged.',
  fields: (t) => ({
    title: t.string({ description: 'The title of the site.', ...limited(siteLimits.title) }),
    visibility: t.field({
      type: SiteVisibilityEnum,
      description: 'Who may read the site while it is published.',
    }),
    basename: t.string({
      description: 'Name of the site in URLs, unique in the organization.',
      ...limited(siteLimits.basename),
    }),
    hostname: t.string({
      description:
        'Custom host name, unique among all sites. It has an effect once a TXT record proves it. Null removes it.',
      ...limited(siteLimits.hostname),
    }),
    adaptiveContent: t.field({
      type: AdaptiveContentInput,
      description: 'Settings of adaptive content, which shows visitors content that depends on their claims.',
    }),
    defaultSiteSpace: t.id({
      description:
        'Id of the default site-space at the root, or in the default section of a site with sections.',
    }),
    defaultSiteSection: t.id({ description: 'Id of the default section.' }),
    proxy: t.string({
      description:
        'Host name and path of another domain that serves the site, without a scheme. It has an effect once a TXT record proves the host name. Null removes it.',
      ...limited(siteLimits.proxy),
    }),
  }),
})

builder.mutationFields((t) => {
  const siteId = t.arg.id({ required: true, description: 'Id of the site.' })
  const organizationId = t.arg.id({
    description:
      'Id of the organization that must own the site. The site is not found if it belongs to another.',
  })
  return {
    createSite: mutation(t, {
      description: 'Creates a site.',
      permission: 'organization:create-content',
      args: {
        organizationId: t.arg.id({ required: true, description: 'Id of the organization.' }),
        input: t.arg({ type: CreateSiteInput, required: true, description: 'Fields of the new site.' }),
      },
      target: { type: 'Site' },
      payload: { site: Site },
      resolve: async (_root, { organizationId, input }, context) => ({
        site: await service.createSite(context, organizationId, input),
      }),
    }),
    updateSite: mutation(t, {
      description: 'Updates a site.',
      permission: 'site:administer',
      args: {
        siteId,
        organizationId,
        input: t.arg({ type: UpdateSiteInput, required: true, description: 'Fields to update.' }),
      },
      target: { type: 'Site', id: 'siteId' },
      payload: { site: Site },
      resolve: async (_root, { input, ...address }, context) => ({
        site: await service.updateSite(context, address, input),
      }),
    }),
    deleteSite: mutation(t, {
      description: 'Deletes a site. Does not delete its spaces.',
      permission: 'site:administer',
      args: { siteId, organizationId },
      target: { type: 'Site', id: 'siteId' },
      payload: {
        deletedSiteId: 'ID',
        organization: formerOrganization,
      },
      resolve: async (_root, address, context) => {
        const { id, organizationId } = await service.deleteSite(context, address)
        return { deletedSiteId: id, organization: organizationId }
      },
    }),
  }
})
