import type { SiteExternalLink, Space as SpaceRow } from '../../../generated/prisma/client.ts'
import { causeExtension } from '../../../graph/declare/cause.ts'
import { builder } from '../../../graphql/builder.ts'
import { SiteCustomizationSettings } from '../../customizations/schema/settings.ts'
import { effectiveSettings } from '../../customizations/service.ts'
import type { Settings } from '../../customizations/settings.ts'
import { sectionUrls } from '../../site-sections/schema/section.ts'
import { SiteSpaceUrls } from '../../site-spaces/schema.ts'
import { SiteStructureTypeEnum } from '../../sites/enums.ts'
import { Site } from '../../sites/schema.ts'
import { groupId, localizedDescription, localizedTitle } from '../../sites/structure/item-fields.ts'
import { Space } from '../../spaces/schema.ts'
import { type PublishedSite as PublishedSiteShape, readPublishedSite } from '../lookups/published-site.ts'
import { shownSettings } from '../visits/shown-settings.ts'
import type {
  VisibleGroup,
  VisibleItem,
  VisibleSection,
  VisibleSiteSpace,
  VisibleStructure,
} from '../visits/visible-structure.ts'

type InSite<Part> = Part & { readonly site: PublishedSiteShape['site'] }

type PlacedSiteSpace = InSite<VisibleSiteSpace<SpaceRow>> & {
  readonly section: VisibleSection<SpaceRow> | null
}

const PublishedSiteSpace = builder.objectRef<PlacedSiteSpace>('PublishedSiteSpace').implement({
  description: 'A site-space as a visitor sees it.',
  extensions: { rest: { object: 'site-space' } },
  fields: (t) => ({
    siteSpaceId: t.exposeID('id', { description: 'Id of the site-space.' }),
    isDraft: t.boolean({
      description: 'Whether the site-space is a draft. Always false, because visitors see no drafts.',
      resolve: () => false,
    }),
    path: t.exposeString('path', { description: 'Path of the site-space, unique among its siblings.' }),
    title: t.string({
      description: 'The title of the site-space: its own, or that of the space.',
      resolve: ({ title, space }) => title ?? space.title,
    }),
    localizedTitle: t.expose('localizedTitle', localizedTitle),
    isHidden: t.exposeBoolean('hidden', {
      description: 'Whether it is in no navigation, search and sitemap. Visitors can open it.',
    }),
    pageId: t.exposeID('pageId', {
      nullable: true,
      description: 'Id of the page that is shown at the path of the site-space. Null for the first page.',
    }),
    isDefault: t.exposeBoolean('isDefault', {
      description:
        'Whether the site-space is the default for the visitor. If the default of the site is hidden, it is the first visible one.',
    }),
    condition: t.exposeString('condition', {
      nullable: true,
      description: 'Condition that the visitor meets. Null if there is none.',
    }),
    hasAdvancedCustomizationFeature: t.boolean({
      description: 'Whether advanced customization is available. Always true on a self-hosted server.',
      resolve: () => true,
    }),
    urls: t.field({
      type: SiteSpaceUrls,
      description: 'URLs of the site-space.',
      resolve: (siteSpace) => siteSpace,
    }),
    sectionId: t.exposeID('sectionId', {
      nullable: true,
      description: 'Id of the parent section. Null at the root.',
    }),
    spaceId: t.exposeID('spaceId', { description: 'Id of the space.' }),
    space: t.field({
      type: Space,
      nullable: true,
      description: 'The space that is published. Null only with an error, of one of its fields.',
      resolve: ({ space }) => space,
    }),
  }),
})

const PublishedSectionUrls = sectionUrls('PublishedSectionUrls')

const PublishedSection = builder.objectRef<InSite<VisibleSection<SpaceRow>>>('PublishedSection').implement({
  description: 'A section as a visitor sees it.',
  extensions: { rest: { object: 'site-section' } },
  fields: (t) => ({
    siteSectionId: t.exposeID('id', { description: 'Id of the section.' }),
    isDraft: t.boolean({
      description: 'Whether the section is a draft. Always false, because visitors see no drafts.',
      resolve: () => false,
    }),
    title: t.exposeString('title', { description: 'The title of the section.' }),
    localizedTitle: t.expose('localizedTitle', localizedTitle),
    localizedDescription: t.expose('localizedDescription', localizedDescription),
    description: t.exposeString('description', {
      nullable: true,
      description: 'Description of the section. Null if not set.',
    }),
    isDefault: t.exposeBoolean('isDefault', {
      description: 'Whether the section is the default for the visitor.',
    }),
    path: t.exposeString('path', { description: 'Path of the section, unique on the site.' }),
    condition: t.exposeString('condition', {
      nullable: true,
      description: 'Condition that the visitor meets. Null if there is none.',
    }),
    icon: t.exposeString('icon', { nullable: true, description: 'Name of the icon. Null if not set.' }),
    sectionGroupId: t.exposeID('groupId', groupId),
    siteSpaces: t.field({
      type: [PublishedSiteSpace],
      description: 'Site-spaces that are visible to the visitor, in the order of the site.',
      resolve: ({ site, ...section }) =>
        section.siteSpaces.map((siteSpace) => ({ ...siteSpace, site, section })),
    }),
    urls: t.field({
      type: PublishedSectionUrls,
      description: 'URLs of the section.',
      resolve: (section) => section,
    }),
  }),
})

const PublishedExternalLink = builder.objectRef<SiteExternalLink>('PublishedExternalLink').implement({
  description: 'An external link as a visitor sees it.',
  extensions: { rest: { object: 'site-external-link' } },
  fields: (t) => ({
    siteExternalLinkId: t.exposeID('id', { description: 'Id of the link.' }),
    isDraft: t.boolean({
      description: 'Whether the link is a draft. Always false, because visitors see no drafts.',
      resolve: () => false,
    }),
    title: t.exposeString('title', { description: 'The title of the link.' }),
    localizedTitle: t.expose('localizedTitle', localizedTitle),
    description: t.exposeString('description', {
      nullable: true,
      description: 'Description of the link. Null if not set.',
    }),
    localizedDescription: t.expose('localizedDescription', localizedDescription),
    icon: t.exposeString('icon', { nullable: true, description: 'Name of the icon. Null if not set.' }),
    url: t.expose('url', { type: 'URL', description: 'The URL that the link leads to.' }),
    condition: t.exposeString('condition', {
      nullable: true,
      description: 'Condition that the visitor meets. Null if there is none.',
    }),
    sectionGroupId: t.exposeID('groupId', groupId),
  }),
})

const PublishedSectionGroup = builder.objectRef<InSite<VisibleGroup<SpaceRow>>>('PublishedSectionGroup')

type Item = InSite<VisibleItem<SpaceRow>> | PlacedSiteSpace

const typeNameOf = (item: Item): string => {
  if ('children' in item) return 'PublishedSectionGroup'
  if ('siteSpaces' in item) return 'PublishedSection'
  return 'url' in item ? 'PublishedExternalLink' : 'PublishedSiteSpace'
}

const PublishedStructureItem = builder.unionType('PublishedStructureItem', {
  description: 'An item of a published site.',
  types: [PublishedSection, PublishedSectionGroup, PublishedExternalLink, PublishedSiteSpace],
  resolveType: (item) => typeNameOf(item as unknown as Item) as never,
})

PublishedSectionGroup.implement({
  description: 'A section group as a visitor sees it.',
  extensions: { rest: { object: 'site-section-group' } },
  fields: (t) => ({
    siteSectionGroupId: t.exposeID('id', { description: 'Id of the group.' }),
    isDraft: t.boolean({
      description: 'Whether the group is a draft. Always false, because visitors see no drafts.',
      resolve: () => false,
    }),
    title: t.exposeString('title', { description: 'The title of the group.' }),
    localizedTitle: t.expose('localizedTitle', localizedTitle),
    icon: t.exposeString('icon', { nullable: true, description: 'Name of the icon. Null if not set.' }),
    parentSectionGroupId: t.exposeID('groupId', groupId),
    sections: t.field({
      type: [PublishedSection],
      description: 'Sections in the group that are visible to the visitor, in the order of the site.',
      resolve: ({ children, site }) =>
        children.flatMap((item) => ('siteSpaces' in item ? [{ ...item, site }] : [])),
    }),
    children: t.field({
      type: [PublishedStructureItem],
      description:
        'Sections, groups and external links in the group that are visible to the visitor, in the order of the site.',
      resolve: ({ children, site }) => children.map((item) => ({ ...item, site })) as never,
    }),
  }),
})

const PublishedStructure = builder
  .objectRef<{ readonly site: PublishedSiteShape['site']; readonly structure: VisibleStructure<SpaceRow> }>(
    'PublishedStructure',
  )
  .implement({
    description: 'The items at the root of a site that are visible to a visitor.',
    fields: (t) => ({
      type: t.field({
        type: SiteStructureTypeEnum,
        description: 'Kind of the items.',
        resolve: ({ structure }) => (structure.sections.length > 0 ? 'SECTIONS' : 'SITE_SPACES'),
      }),
      structure: t.field({
        type: [PublishedStructureItem],
        description:
          'Section groups, sections and external links without a group, or site-spaces, in the order of the site.',
        resolve: ({ site, structure: { items, root } }) =>
          (items.length > 0
            ? items.map((item) => ({ ...item, site }))
            : root.map((siteSpace) => ({ ...siteSpace, site, section: null }))) as never,
      }),
    }),
  })

const SiteSpaceSettings = builder
  .objectRef<{ readonly siteSpaceId: string; readonly settings: Settings }>('PublishedSiteSpaceCustomization')
  .implement({
    description: 'The customization of a site-space.',
    fields: (t) => ({
      siteSpaceId: t.exposeID('siteSpaceId', { description: 'Id of the site-space.' }),
      settings: t.field({
        type: SiteCustomizationSettings,
        description: 'Complete settings of the site-space.',
        resolve: ({ settings }) => settings,
      }),
    }),
  })

interface Customizations {
  readonly site: Settings
  readonly siteSpaces: readonly { readonly siteSpaceId: string; readonly settings: Settings }[]
}

const PublishedCustomizations = builder.objectRef<Customizations>('PublishedCustomizations').implement({
  description: 'The customization of a site and of its site-spaces.',
  fields: (t) => ({
    site: t.field({
      type: SiteCustomizationSettings,
      description: 'Complete settings of the site.',
      resolve: ({ site }) => site,
    }),
    siteSpaces: t.field({
      type: [SiteSpaceSettings],
      description: 'Complete settings of the visible site-spaces that have their own.',
      extensions: { rest: { map: { key: 'siteSpaceId', value: 'settings' } } },
      resolve: ({ siteSpaces }) => [...siteSpaces],
    }),
  }),
})

interface Script {
  readonly script: string
  readonly contentSecurityPolicy: string | null
  readonly cookies: boolean
}

const PublishedScript = builder.objectRef<Script>('PublishedScript').implement({
  description: 'A script that a site loads.',
  fields: (t) => ({
    script: t.expose('script', { type: 'URL', description: 'URL of the script.' }),
    contentSecurityPolicy: t.exposeString('contentSecurityPolicy', {
      nullable: true,
      description: 'Content-Security-Policy that the script requires. Null if it requires none.',
    }),
    usesCookies: t.exposeBoolean('cookies', { description: 'Whether the script may use cookies.' }),
  }),
})

const PublishedSite = builder.objectRef<PublishedSiteShape>('PublishedSite').implement({
  description: 'A site as a visitor sees it.',
  extensions: { rest: { object: 'published-content-site' } },
  fields: (t) => ({
    site: t.field({
      type: Site,
      nullable: true,
      description: 'The site with its settings. Null only with an error, of one of its fields.',
      resolve: ({ site }) => site,
    }),
    structure: t.field({
      type: PublishedStructure,
      description: 'Structure of the site, without the parts that are hidden from the visitor.',
      resolve: (published) => published,
    }),
    customizations: t.field({
      type: PublishedCustomizations,
      description: 'Customization of the site and of its site-spaces.',
      resolve: async ({ site, structure, visitor }, _args, { database }): Promise<Customizations> => {
        const settings = await effectiveSettings(database, site)
        const siteSpaces = structure.siteSpaces.flatMap(({ id }) => {
          const own = settings.siteSpaces.get(id)
          return own ? [{ siteSpaceId: id, settings: shownSettings(own, visitor) }] : []
        })
        return { site: shownSettings(settings.site, visitor), siteSpaces }
      },
    }),
    scripts: t.field({
      type: [PublishedScript],
      description: 'Scripts that the site loads. Always empty, because there are no integrations.',
      resolve: () => [],
    }),
  }),
})

builder.queryField('publishedSite', (t) =>
  t.field({
    extensions: { [causeExtension]: 'It is what a visit shows, which is checked first.' },
    type: PublishedSite,
    description: 'A published site as a visitor with the credentials sees it.',
    permission: 'site:view',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the site.' }),
      organizationId: t.arg.id({ description: 'Id of the organization that must own the site.' }),
      shareKey: t.arg.string({
        description: 'Key of a share link. Required for sites whose visibility is `SHARE_LINK`.',
      }),
      visitorAuthToken: t.arg.string({
        description:
          'JWT of a visitor, signed with the key of the site. Required for sites whose visibility is `VISITOR_AUTH`.',
      }),
    },
    resolve: (_root, { id, ...address }, context) => readPublishedSite(context, { siteId: id, ...address }),
  }),
)
