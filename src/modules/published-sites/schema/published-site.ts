import { builder } from '../../../graphql/builder.ts'
import { SiteCustomizationSettings } from '../../customizations/schema/settings.ts'
import { effectiveSettings } from '../../customizations/service.ts'
import type { Settings } from '../../customizations/settings.ts'
import { sectionUrls } from '../../site-sections/schema/section.ts'
import { SiteSpace } from '../../site-spaces/schema.ts'
import { SiteStructureTypeEnum } from '../../sites/enums.ts'
import { Site } from '../../sites/schema.ts'
import { type PublishedSite as PublishedSiteShape, readPublishedSite } from '../lookups/published-site.ts'
import type {
  VisibleGroup,
  VisibleSection,
  VisibleSiteSpace,
  VisibleStructure,
} from '../visits/visible-structure.ts'

type InSite<Part> = Part & { readonly site: PublishedSiteShape['site'] }

const PublishedSectionUrls = sectionUrls('PublishedSectionUrls')

const PublishedSection = builder.objectRef<InSite<VisibleSection>>('PublishedSection').implement({
  description: 'A section as a visitor sees it.',
  extensions: { rest: { object: 'site-section' } },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the section.' }),
    title: t.exposeString('title', { description: 'The name.' }),
    description: t.exposeString('description', { nullable: true, description: 'What it is about.' }),
    default: t.exposeBoolean('isDefault', { description: 'Whether the visitor sees it first.' }),
    path: t.exposeString('path', { description: 'Its path, unique on the site.' }),
    condition: t.exposeString('condition', {
      nullable: true,
      description: 'The expression that has let the visitor see it.',
    }),
    icon: t.exposeString('icon', { nullable: true, description: 'Name of its icon.' }),
    sectionGroupId: t.exposeID('groupId', {
      nullable: true,
      description: 'Id of the group that it is in; null at the root.',
    }),
    allSiteSpaces: t.field({
      type: [SiteSpace],
      nullable: { list: false, items: true },
      description: 'Its site-spaces that the visitor sees, in their order.',
      resolve: ({ siteSpaces }) => [...siteSpaces],
    }),
    urls: t.field({
      type: PublishedSectionUrls,
      description: 'Its addresses.',
      resolve: (section) => section,
    }),
  }),
})

const PublishedSectionGroup = builder.objectRef<InSite<VisibleGroup>>('PublishedSectionGroup').implement({
  description: 'A section group as a visitor sees it.',
  extensions: { rest: { object: 'site-section-group' } },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the group.' }),
    title: t.exposeString('title', { description: 'The heading.' }),
    icon: t.exposeString('icon', { nullable: true, description: 'Name of its icon.' }),
    sections: t.field({
      type: [PublishedSection],
      description: 'Its sections that the visitor sees, in their order.',
      resolve: ({ sections, site }) => sections.map((section) => ({ ...section, site })),
    }),
  }),
})

type Item = InSite<VisibleSection | VisibleGroup> | VisibleSiteSpace

const typeNameOf = (item: Item): string => {
  if ('sections' in item) return 'PublishedSectionGroup'
  return 'siteSpaces' in item ? 'PublishedSection' : 'SiteSpace'
}

const PublishedStructureItem = builder.unionType('PublishedStructureItem', {
  description: 'What may be at the root of a published site.',
  types: [PublishedSection, PublishedSectionGroup, SiteSpace],
  resolveType: (item) => typeNameOf(item as unknown as Item) as never,
})

const PublishedStructure = builder
  .objectRef<{ readonly site: PublishedSiteShape['site']; readonly structure: VisibleStructure }>(
    'PublishedStructure',
  )
  .implement({
    description: 'What a visitor finds at the root of a site.',
    fields: (t) => ({
      type: t.field({
        type: SiteStructureTypeEnum,
        description: 'What the site is made of.',
        resolve: ({ structure }) => (structure.sections.length > 0 ? 'SECTIONS' : 'SITE_SPACES'),
      }),
      structure: t.field({
        type: [PublishedStructureItem],
        description: 'Sections outside of groups together with groups, or site-spaces, in their order.',
        resolve: ({ site, structure: { items, root } }) =>
          (items.length > 0 ? items.map((item) => ({ ...item, site })) : [...root]) as never,
      }),
    }),
  })

const SiteSpaceSettings = builder
  .objectRef<{ readonly siteSpaceId: string; readonly settings: Settings }>('PublishedSiteSpaceCustomization')
  .implement({
    description: 'The look of one of the site-spaces.',
    fields: (t) => ({
      siteSpaceId: t.exposeID('siteSpaceId', { description: 'Id of the site-space.' }),
      settings: t.field({
        type: SiteCustomizationSettings,
        description: 'What holds there, of its own and of the site.',
        resolve: ({ settings }) => settings,
      }),
    }),
  })

interface Customizations {
  readonly site: Settings
  readonly siteSpaces: readonly { readonly siteSpaceId: string; readonly settings: Settings }[]
}

const PublishedCustomizations = builder.objectRef<Customizations>('PublishedCustomizations').implement({
  description: 'The look of a site and of its site-spaces.',
  fields: (t) => ({
    site: t.field({
      type: SiteCustomizationSettings,
      description: 'What holds on the whole site.',
      resolve: ({ site }) => site,
    }),
    siteSpaces: t.field({
      type: [SiteSpaceSettings],
      description: 'What holds in each of the site-spaces that the visitor sees.',
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
    script: t.expose('script', { type: 'URL', description: 'Where it is.' }),
    contentSecurityPolicy: t.exposeString('contentSecurityPolicy', {
      nullable: true,
      description: 'The policy that it needs.',
    }),
    cookies: t.exposeBoolean('cookies', { description: 'Whether it may use cookies.' }),
  }),
})

const PublishedSite = builder.objectRef<PublishedSiteShape>('PublishedSite').implement({
  description: 'A site as a visitor gets to see it.',
  extensions: { rest: { object: 'published-content-site' } },
  fields: (t) => ({
    site: t.field({
      type: Site,
      nullable: true,
      description: 'The site.',
      resolve: ({ site }) => site,
    }),
    structure: t.field({
      type: PublishedStructure,
      description: 'What the visitor finds at its root, without what is hidden from them.',
      resolve: (published) => published,
    }),
    customizations: t.field({
      type: PublishedCustomizations,
      description: 'The look of the site and of its site-spaces.',
      resolve: async ({ site, structure }, _args, { database }): Promise<Customizations> => {
        const settings = await effectiveSettings(database, site)
        const siteSpaces = structure.siteSpaces.flatMap(({ id }) => {
          const own = settings.siteSpaces.get(id)
          return own ? [{ siteSpaceId: id, settings: own }] : []
        })
        return { site: settings.site, siteSpaces }
      },
    }),
    scripts: t.field({
      type: [PublishedScript],
      description: 'Scripts that the site loads. There are no integrations that could bring any.',
      resolve: () => [],
    }),
  }),
})

builder.queryField('publishedSite', (t) =>
  t.field({
    type: PublishedSite,
    description: 'A published site as somebody with these credentials gets to see it.',
    permission: 'site:view',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the site.' }),
      organizationId: t.arg.id({ description: 'Id of the organization that must own it.' }),
      shareKey: t.arg.string({
        description: 'Key of a share link; a site whose visibility is `SHARE_LINK` needs one.',
      }),
      visitorAuthToken: t.arg.string({
        description:
          'JWT of a visitor, signed with the key of the site; one whose visibility is `VISITOR_AUTH` needs it.',
      }),
    },
    resolve: (_root, { id, ...address }, context) => readPublishedSite(context, { siteId: id, ...address }),
  }),
)
