import { limited } from '../../../base/validation.ts'
import type { SiteSection as SectionRow } from '../../../generated/prisma/client.ts'
import { extend, model, single } from '../../../graph/declare/model.ts'
import { builder } from '../../../graphql/builder.ts'
import { mutation } from '../../../graphql/payload.ts'
import { urlsObject } from '../../../graphql/urls-object.ts'
import { shownSiteSpaces } from '../../site-spaces/policy.ts'
import { SiteSpace } from '../../site-spaces/schema.ts'
import {
  type AddressedSite,
  addressBelow,
  publishedAddress,
  siteAddress,
  sitePath,
} from '../../sites/addresses.ts'
import { formerSite, Site, SiteStructureItem } from '../../sites/schema.ts'
import { itemArguments, itemOfSite, siteArguments } from '../../sites/site-arguments.ts'
import {
  changedLocalizedDescription,
  changedLocalizedTitle,
  givenDraft,
  groupId,
  localizedDescription,
  localizedTitle,
  shareKey,
} from '../../sites/structure/item-fields.ts'
import { sectionLimits } from '../limits.ts'
import { readableSections } from '../policy.ts'
import * as service from '../service.ts'

interface PlacedSection extends Pick<SectionRow, 'id' | 'path' | 'isDefault'> {
  readonly site: AddressedSite
}

/** Returns the addresses of a section, under the name that they have in the graph. */
export const sectionUrls = (name: string) =>
  urlsObject<PlacedSection>(name, {
    description: 'URLs of a section.',
    of: 'the section',
    location: ({ id, site }) => `${sitePath(site)}/sections/${id}`,
    fields: (t) => ({
      published: t.field({
        type: 'URL',
        nullable: true,
        description: 'URL for visitors; null while the site is not published.',
        resolve: (section, _args, { config }) =>
          addressBelow(publishedAddress(config, section.site), section),
      }),
    }),
  })

const SiteSectionUrls = sectionUrls('SiteSectionUrls')

export const SiteSection = model('SiteSection', {
  description: 'A section of a site, with one or more spaces as its variants.',
  id: 'Opaque identifier.',
  interfaces: [SiteStructureItem],
  visible: readableSections,
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The title of the section.' }),
    localizedTitle: t.expose('localizedTitle', localizedTitle),
    description: t.exposeString('description', {
      nullable: true,
      description: 'Description of the section. Null if not set.',
    }),
    localizedDescription: t.expose('localizedDescription', localizedDescription),
    isDraft: t.exposeBoolean('draft', { description: 'Whether it is a draft, which visitors do not see.' }),
    isDefault: t.exposeBoolean('isDefault', {
      description: 'Whether the section is the default of the site.',
    }),
    path: t.exposeString('path', { description: 'Path of the section, unique on the site.' }),
    condition: t.exposeString('condition', {
      nullable: true,
      description:
        'Condition on the claims of a visitor. Visitors see the section only if it holds. Null for all visitors.',
    }),
    icon: t.exposeString('icon', { nullable: true, description: 'Name of the icon. Null if not set.' }),
    urls: t.computed({
      type: SiteSectionUrls,
      description: 'URLs of the section.',
      from: ['id', 'path', 'isDefault'],
      with: { site: siteAddress },
    }),
    ...t.oneWithId('site', Site, { description: 'The site.' }),
    sectionGroupId: t.exposeID('groupId', groupId),
    allSiteSpaces: t.all(SiteSpace, {
      by: 'sectionId',
      order: ['position'],
      description: 'All site-spaces whose space the caller may read, in the order of the site.',
    }),
  }),
})

extend(SiteSection, (t) => ({
  siteSpaces: t.many(SiteSpace, {
    description: 'Site-spaces whose space the caller may read, in the order of the site.',
    by: 'sectionId',
    where: shownSiteSpaces,
    order: [{ column: 'position', type: 'text' }],
  }),
}))

extend(SiteSpace, (t) => ({
  section: t.one(SiteSection, {
    key: 'sectionId',
    nullable: true,
    description: 'Parent section. Null at the root.',
  }),
}))

extend(Site, (t) => ({
  sections: t.many(SiteSection, {
    description: 'All sections of the site, including those in groups, in the order of the site.',
    by: 'siteId',
    args: {
      shareKey: t.arg.string(shareKey),
    },
    order: [{ column: 'position', type: 'text' }],
  }),
}))

builder.queryField('siteSection', (t) =>
  single(t, SiteSection, {
    description: 'A section of a site.',
    permission: 'site:view',
    args: itemArguments(t, 'Id of the section.'),
    where: itemOfSite,
  }),
)

const CreateSiteSectionInput = builder.inputType('CreateSiteSectionInput', {
  description: 'Fields of a new section.',
  fields: (t) => ({
    spaceId: t.id({
      required: true,
      description:
        'Id of a space of the same organization, which becomes the default site-space of the section.',
    }),
    title: t.string({
      description: 'The title of the section. Default: the title of the space.',
      ...limited(sectionLimits.titleOfNew),
    }),
    icon: t.string({ description: 'Name of the icon. Null if not set.', ...limited(sectionLimits.icon) }),
    isDraft: t.boolean(givenDraft),
    pageId: t.id({
      description:
        'Id of the page that is shown at the path of the section. Default: the first page of the space.',
    }),
    siteSectionGroupId: t.id({ description: 'Id of the group to add the section to. Default: the root.' }),
  }),
})

const UpdateSiteSectionInput = builder.inputType('UpdateSiteSectionInput', {
  description: 'Fields to update. Omitted fields stay unchanged.',
  fields: (t) => ({
    title: t.string({ description: 'The title of the section.', ...limited(sectionLimits.title) }),
    path: t.string({
      description: 'Path of the section, unique on the site.',
      ...limited(sectionLimits.path),
    }),
    defaultSiteSpace: t.id({ description: 'Id of the default site-space of the section.' }),
    condition: t.string({
      description:
        'Condition on the claims of a visitor. Visitors see the section only if it holds. Null removes it.',
      ...limited(sectionLimits.condition),
    }),
    icon: t.string({
      description: 'Name of the icon. Null removes it.',
      ...limited(sectionLimits.icon),
    }),
    description: t.string({
      description: 'Description of the section. Null removes it.',
      ...limited(sectionLimits.description),
    }),
    localizedTitle: t.field(changedLocalizedTitle),
    localizedDescription: t.field(changedLocalizedDescription),
    isDraft: t.boolean(givenDraft),
    siteSectionGroupId: t.id({
      description: 'Id of the group to move the section to, at its end. Null moves it to the root.',
    }),
  }),
})

builder.mutationFields((t) => {
  const ofSite = siteArguments(t)
  const siteSectionId = t.arg.id({ required: true, description: 'Id of the section.' })
  return {
    createSiteSection: mutation(t, {
      description:
        'Adds a section to a site. Site-spaces at the root are moved into a new default section first.',
      permission: 'site:administer',
      args: {
        ...ofSite,
        input: t.arg({ type: CreateSiteSectionInput, required: true, description: 'Fields to set.' }),
      },
      target: { type: 'SiteSection' },
      payload: { siteSection: SiteSection },
      resolve: async (_root, { input, ...address }, context) => ({
        siteSection: await service.createSection(context, address, input),
      }),
    }),
    updateSiteSection: mutation(t, {
      description: 'Updates a section.',
      permission: 'site:administer',
      args: {
        ...ofSite,
        siteSectionId,
        input: t.arg({ type: UpdateSiteSectionInput, required: true, description: 'Fields to update.' }),
      },
      target: { type: 'SiteSection', id: 'siteSectionId' },
      payload: { siteSection: SiteSection },
      resolve: async (_root, { input, siteSectionId, ...address }, context) => ({
        siteSection: await service.updateSection(context, address, siteSectionId, input),
      }),
    }),
    deleteSiteSection: mutation(t, {
      description: 'Deletes a section with its site-spaces. Does not delete the spaces.',
      permission: 'site:administer',
      args: { ...ofSite, siteSectionId },
      target: { type: 'SiteSection', id: 'siteSectionId' },
      payload: {
        deletedSiteSectionId: 'ID',
        site: formerSite,
      },
      resolve: async (_root, { siteSectionId, ...address }, context) => {
        const deleted = await service.deleteSection(context, address, siteSectionId)
        return { deletedSiteSectionId: deleted.id, site: deleted.siteId }
      },
    }),
  }
})
