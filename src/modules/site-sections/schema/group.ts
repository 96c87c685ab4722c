import { limited } from '../../../base/validation.ts'
import type { SiteSectionGroup as GroupRow, Site as SiteRow } from '../../../generated/prisma/client.ts'
import { extend, model, single } from '../../../graph/declare/model.ts'
import { builder } from '../../../graphql/builder.ts'
import { mutation, readAfter } from '../../../graphql/payload.ts'
import { urlsObject } from '../../../graphql/urls-object.ts'
import { sitePath } from '../../sites/addresses.ts'
import { formerSite, Site, SiteStructureItem } from '../../sites/schema.ts'
import { itemArguments, itemOfSite, siteArguments } from '../../sites/site-arguments.ts'
import {
  changedLocalizedTitle,
  givenDraft,
  groupId,
  localizedTitle,
  newLocalizedTitle,
} from '../../sites/structure/item-fields.ts'
import * as service from '../group-service.ts'
import { maximumGroupDepth, sectionGroupLimits } from '../limits.ts'
import { readableSections } from '../policy.ts'
import { SiteSection } from './section.ts'

const SiteSectionGroupUrls = urlsObject<
  Pick<GroupRow, 'id'> & { readonly site: Pick<SiteRow, 'id' | 'organizationId'> }
>('SiteSectionGroupUrls', {
  description: 'URLs of a section group.',
  of: 'the section group',
  location: ({ id, site }) => `${sitePath(site)}/section-groups/${id}`,
})

export const SiteSectionGroup = model('SiteSectionGroup', {
  description: 'A group of sections, external links and other groups of a site.',
  id: 'Opaque identifier.',
  interfaces: [SiteStructureItem],
  visible: readableSections,
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The title of the group.' }),
    localizedTitle: t.expose('localizedTitle', localizedTitle),
    icon: t.exposeString('icon', { nullable: true, description: 'Name of the icon. Null if not set.' }),
    isDraft: t.exposeBoolean('draft', {
      description: 'Whether it is a draft, which visitors do not see, with all that is in it.',
    }),
    parentSectionGroupId: t.exposeID('groupId', groupId),
    urls: t.computed({
      type: SiteSectionGroupUrls,
      description: 'URLs of the section.',
      from: ['id'],
      with: { site: ['id', 'organizationId'] },
    }),
    ...t.oneWithId('site', Site, { description: 'The site.' }),
    allSections: t.all(SiteSection, {
      by: 'groupId',
      order: ['position'],
      description: 'All sections of the group, in the order of the site.',
    }),
  }),
})

export const parentGroup = {
  key: 'groupId',
  nullable: true,
  description: 'Parent group. Null at the root.',
} as const

extend(SiteSectionGroup, (t) => ({
  sections: t.many(SiteSection, {
    description: 'Sections of the group, in the order of the site.',
    by: 'groupId',
    order: [{ column: 'position', type: 'text' }],
  }),
  parentSectionGroup: t.one(SiteSectionGroup, parentGroup),
}))

extend(SiteSection, (t) => ({ sectionGroup: t.one(SiteSectionGroup, parentGroup) }))

extend(Site, (t) => ({
  sectionGroups: t.many(SiteSectionGroup, {
    description: 'Section groups of the site, in the order of the site.',
    by: 'siteId',
    order: [{ column: 'position', type: 'text' }],
  }),
}))

builder.queryField('siteSectionGroup', (t) =>
  single(t, SiteSectionGroup, {
    description: 'A section group of a site.',
    permission: 'site:view',
    args: itemArguments(t, 'Id of the group.'),
    where: itemOfSite,
  }),
)

const title = { description: 'The title of the group.', ...limited(sectionGroupLimits.title) }

const CreateSiteSectionGroupInput = builder.inputType('CreateSiteSectionGroupInput', {
  description: 'Fields of a new section group.',
  fields: (t) => ({
    title: t.string({ required: true, ...title }),
    localizedTitle: t.field(newLocalizedTitle),
    icon: t.string({
      description: 'Name of the icon. Null if not set.',
      ...limited(sectionGroupLimits.icon),
    }),
    isDraft: t.boolean(givenDraft),
    parentSectionGroupId: t.id({
      description: `Id of the parent group. Default: the root. At most ${maximumGroupDepth} groups may be in one another.`,
      extensions: { rest: 'parent' },
    }),
    sections: t.idList({
      description: 'Ids of the sections to move into the group, in this order.',
      ...limited(sectionGroupLimits.sections),
    }),
  }),
})

const UpdateSiteSectionGroupInput = builder.inputType('UpdateSiteSectionGroupInput', {
  description: 'Fields to update. Omitted fields stay unchanged.',
  fields: (t) => ({
    title: t.string(title),
    localizedTitle: t.field(changedLocalizedTitle),
    icon: t.string({
      description: 'Name of the icon. Null removes it.',
      ...limited(sectionGroupLimits.icon),
    }),
    isDraft: t.boolean(givenDraft),
    parentSectionGroupId: t.id({
      description: `Id of the group to move the group to, at its end. Null moves it to the root. At most ${maximumGroupDepth} groups may be in one another.`,
    }),
  }),
})

const movedSection = readAfter(SiteSection, 'The section. Null if the caller may no longer see the site.')

builder.mutationFields((t) => {
  const ofSite = siteArguments(t)
  const siteSectionGroupId = t.arg.id({ required: true, description: 'Id of the group.' })
  const within = { ...ofSite, siteSectionGroupId }
  const withSection = {
    ...within,
    siteSectionId: t.arg.id({ required: true, description: 'Id of the section.' }),
  }
  return {
    createSiteSectionGroup: mutation(t, {
      description: 'Adds a section group and moves sections into it.',
      permission: 'site:administer',
      args: {
        ...ofSite,
        input: t.arg({ type: CreateSiteSectionGroupInput, required: true, description: 'Fields to set.' }),
      },
      target: { type: 'SiteSectionGroup' },
      payload: { siteSectionGroup: SiteSectionGroup },
      resolve: async (_root, { input, ...address }, context) => ({
        siteSectionGroup: await service.createSectionGroup(context, address, input),
      }),
    }),
    updateSiteSectionGroup: mutation(t, {
      description: 'Updates a section group.',
      permission: 'site:administer',
      args: {
        ...within,
        input: t.arg({ type: UpdateSiteSectionGroupInput, required: true, description: 'Fields to update.' }),
      },
      target: { type: 'SiteSectionGroup', id: 'siteSectionGroupId' },
      payload: { siteSectionGroup: SiteSectionGroup },
      resolve: async (_root, { input, siteSectionGroupId, ...address }, context) => ({
        siteSectionGroup: await service.updateSectionGroup(context, address, siteSectionGroupId, input),
      }),
    }),
    deleteSiteSectionGroup: mutation(t, {
      description: 'Deletes a section group. All that is in it moves to its parent, or to the root.',
      permission: 'site:administer',
      args: within,
      target: { type: 'SiteSectionGroup', id: 'siteSectionGroupId' },
      payload: {
        deletedSiteSectionGroupId: 'ID',
        site: formerSite,
      },
      resolve: async (_root, { siteSectionGroupId, ...address }, context) => {
        const deleted = await service.deleteSectionGroup(context, address, siteSectionGroupId)
        return { deletedSiteSectionGroupId: deleted.id, site: deleted.siteId }
      },
    }),
    addSiteSectionToGroup: mutation(t, {
      description: 'Moves a section to the end of a group, from the root or another group.',
      permission: 'site:administer',
      args: withSection,
      target: { type: 'SiteSectionGroup', id: 'siteSectionGroupId' },
      payload: { siteSectionGroup: SiteSectionGroup, siteSection: movedSection },
      resolve: async (_root, { siteSectionGroupId, siteSectionId, ...address }, context) => ({
        siteSectionGroup: await service.addSectionToGroup(
          context,
          address,
          siteSectionGroupId,
          siteSectionId,
        ),
        siteSection: siteSectionId,
      }),
    }),
    removeSiteSectionFromGroup: mutation(t, {
      description: 'Moves a section out of its group, to the position directly after the group.',
      permission: 'site:administer',
      args: withSection,
      target: { type: 'SiteSectionGroup', id: 'siteSectionGroupId' },
      payload: { siteSectionGroup: SiteSectionGroup, siteSection: movedSection },
      resolve: async (_root, { siteSectionGroupId, siteSectionId, ...address }, context) => ({
        siteSectionGroup: await service.removeSectionFromGroup(
          context,
          address,
          siteSectionGroupId,
          siteSectionId,
        ),
        siteSection: siteSectionId,
      }),
    }),
  }
})
