import { limited } from '../../../base/validation.ts'
import type { SiteSection as SectionRow } from '../../../generated/prisma/client.ts'
import { extend, model, single } from '../../../graph/declare/model.ts'
import { builder } from '../../../graphql/builder.ts'
import { mutation, readAfter } from '../../../graphql/payload.ts'
import { shownSiteSpaces } from '../../site-spaces/policy.ts'
import { SiteSpace } from '../../site-spaces/schema.ts'
import {
  type AddressedSite,
  addressBelow,
  publishedAddress,
  siteAddress,
  siteLocation,
} from '../../sites/addresses.ts'
import { Site, SiteStructureItem } from '../../sites/schema.ts'
import { sectionLimits } from '../limits.ts'
import { readableSections } from '../policy.ts'
import * as service from '../service.ts'

interface PlacedSection extends Pick<SectionRow, 'id' | 'path' | 'isDefault'> {
  readonly site: AddressedSite
}

/** Returns the addresses of a section, under the name that they have in the graph. */
export const sectionUrls = (name: string) =>
  builder.objectRef<PlacedSection>(name).implement({
    description: 'URLs of a section.',
    fields: (t) => ({
      location: t.field({
        type: 'URL',
        description: 'URL of the section in the REST API.',
        resolve: ({ id, site }, _args, { config }) => `${siteLocation(config, site)}/sections/${id}`,
      }),
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
    localizedTitle: t.expose('localizedTitle', {
      type: 'JSON',
      nullable: true,
      description: 'Titles in other languages, by their codes. Null if there are none.',
    }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'Description of the section. Null if not set.',
    }),
    localizedDescription: t.expose('localizedDescription', {
      type: 'JSON',
      nullable: true,
      description: 'Descriptions in other languages, by their codes. Null if there are none.',
    }),
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
      resolve: (section) => section,
    }),
    siteId: t.exposeID('siteId', { description: 'Id of the site.' }),
    site: t.one(Site, { key: 'siteId', description: 'The site.' }),
    sectionGroupId: t.exposeID('groupId', {
      nullable: true,
      description: 'Id of the parent group. Null at the root.',
    }),
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
      shareKey: t.arg.string({
        description: 'Key of a share link. It has no effect on what a caller with a token may read.',
      }),
    },
    order: [{ column: 'position', type: 'text' }],
  }),
}))

builder.queryField('siteSection', (t) =>
  single(t, SiteSection, {
    description: 'A section of a site.',
    permission: 'site:view',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the section.' }),
      siteId: t.arg.id({ description: 'Id of the site. The item is not found if it belongs to another.' }),
    },
    where: ({ id, siteId }) => ({ id, ...(siteId != null && { siteId }) }),
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
    isDraft: t.boolean({
      description: 'Whether it is a draft, which visitors do not see.',
      extensions: { rest: 'draft' },
    }),
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
    localizedTitle: t.field({
      type: 'JSON',
      description:
        'Titles of at most 128 characters in other languages: an object whose members are codes of languages, such as `fr`. Null removes them.',
    }),
    localizedDescription: t.field({
      type: 'JSON',
      description:
        'Descriptions of at most 256 characters in other languages: an object whose members are codes of languages. Null removes them.',
    }),
    isDraft: t.boolean({
      description: 'Whether it is a draft, which visitors do not see.',
      extensions: { rest: 'draft' },
    }),
    siteSectionGroupId: t.id({
      description: 'Id of the group to move the section to, at its end. Null moves it to the root.',
    }),
  }),
})

builder.mutationFields((t) => {
  const siteId = t.arg.id({ required: true, description: 'Id of the site.' })
  const organizationId = t.arg.id({ description: 'Id of the organization that must own the site.' })
  const siteSectionId = t.arg.id({ required: true, description: 'Id of the section.' })
  return {
    createSiteSection: mutation(t, {
      description:
        'Adds a section to a site. Site-spaces at the root are moved into a new default section first.',
      permission: 'site:administer',
      args: {
        siteId,
        organizationId,
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
        siteId,
        organizationId,
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
      args: { siteId, organizationId, siteSectionId },
      target: { type: 'SiteSection', id: 'siteSectionId' },
      payload: {
        deletedSiteSectionId: 'ID',
        site: readAfter(Site, 'The site that it belonged to. Null if the caller may no longer see it.'),
      },
      resolve: async (_root, { siteSectionId, ...address }, context) => {
        const deleted = await service.deleteSection(context, address, siteSectionId)
        return { deletedSiteSectionId: deleted.id, site: deleted.siteId }
      },
    }),
  }
})
