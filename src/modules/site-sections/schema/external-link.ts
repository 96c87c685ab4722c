import { limited } from '../../../base/validation.ts'
import type { SiteExternalLink as LinkRow, Site as SiteRow } from '../../../generated/prisma/client.ts'
import { extend, model, single } from '../../../graph/declare/model.ts'
import { builder } from '../../../graphql/builder.ts'
import { mutation } from '../../../graphql/payload.ts'
import { urlsObject } from '../../../graphql/urls-object.ts'
import { sitePath } from '../../sites/addresses.ts'
import { formerSite, Site, SiteStructureItem } from '../../sites/schema.ts'
import { itemArguments, itemOfSite, siteArguments } from '../../sites/site-arguments.ts'
import {
  changedLocalizedDescription,
  changedLocalizedTitle,
  givenDraft,
  groupId,
  localizedDescription,
  localizedTitle,
  newLocalizedDescription,
  newLocalizedTitle,
} from '../../sites/structure/item-fields.ts'
import * as service from '../external-link-service.ts'
import { externalLinkLimits, maximumExternalLinks } from '../limits.ts'
import { readableSections } from '../policy.ts'
import { parentGroup, SiteSectionGroup } from './group.ts'

const SiteExternalLinkUrls = urlsObject<
  Pick<LinkRow, 'id'> & { readonly site: Pick<SiteRow, 'id' | 'organizationId'> }
>('SiteExternalLinkUrls', {
  description: 'URLs of an external link.',
  of: 'the external link',
  location: ({ id, site }) => `${sitePath(site)}/external-links/${id}`,
})

export const SiteExternalLink = model('SiteExternalLink', {
  description: 'A link to another site in the navigation of a site, beside its sections.',
  id: 'Opaque identifier.',
  interfaces: [SiteStructureItem],
  visible: readableSections,
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The title of the link.' }),
    localizedTitle: t.expose('localizedTitle', localizedTitle),
    description: t.exposeString('description', {
      nullable: true,
      description: 'Description of the link. Null if not set.',
    }),
    localizedDescription: t.expose('localizedDescription', localizedDescription),
    icon: t.exposeString('icon', { nullable: true, description: 'Name of the icon. Null if not set.' }),
    url: t.expose('url', { type: 'URL', description: 'The http or https URL that the link leads to.' }),
    isDraft: t.exposeBoolean('draft', { description: 'Whether it is a draft, which visitors do not see.' }),
    condition: t.exposeString('condition', {
      nullable: true,
      description:
        'Condition on the claims of a visitor. Visitors see the link only if it holds. Null for all visitors.',
    }),
    urls: t.computed({
      type: SiteExternalLinkUrls,
      description: 'URLs of the external link.',
      from: ['id'],
      with: { site: ['id', 'organizationId'] },
    }),
    ...t.oneWithId('site', Site, { description: 'The site.' }),
    sectionGroupId: t.exposeID('groupId', groupId),
    sectionGroup: t.one(SiteSectionGroup, parentGroup),
  }),
})

extend(Site, (t) => ({
  externalLinks: t.many(SiteExternalLink, {
    description: 'All external links of the site, including those in groups, in the order of the site.',
    by: 'siteId',
    order: [{ column: 'position', type: 'text' }],
  }),
}))

builder.queryField('siteExternalLink', (t) =>
  single(t, SiteExternalLink, {
    description: 'An external link of a site.',
    permission: 'site:view',
    args: itemArguments(t, 'Id of the link.'),
    where: itemOfSite,
  }),
)

const title = { description: 'The title of the link.', ...limited(externalLinkLimits.title) }
const url = {
  description: 'The http or https URL that the link leads to.',
  ...limited(externalLinkLimits.url),
}

const CreateSiteExternalLinkInput = builder.inputType('CreateSiteExternalLinkInput', {
  description: 'Fields of a new external link.',
  fields: (t) => ({
    title: t.string({ required: true, ...title }),
    url: t.string({ required: true, ...url }),
    parentSectionGroupId: t.id({
      description: 'Id of the group to add the link to. Default: the root.',
      extensions: { rest: 'parent' },
    }),
    description: t.string({
      description: 'Description of the link.',
      ...limited(externalLinkLimits.description),
    }),
    icon: t.string({ description: 'Name of the icon.', ...limited(externalLinkLimits.icon) }),
    condition: t.string({
      description: 'Condition on the claims of a visitor. Visitors see the link only if it holds.',
      ...limited(externalLinkLimits.condition),
    }),
    localizedTitle: t.field(newLocalizedTitle),
    localizedDescription: t.field(newLocalizedDescription),
    isDraft: t.boolean(givenDraft),
  }),
})

const UpdateSiteExternalLinkInput = builder.inputType('UpdateSiteExternalLinkInput', {
  description: 'Fields to update. Omitted fields stay unchanged.',
  fields: (t) => ({
    title: t.string(title),
    url: t.string(url),
    parentSectionGroupId: t.id({
      description: 'Id of the group to move the link to, at its end. Null moves it to the root.',
      extensions: { rest: 'parent' },
    }),
    description: t.string({
      description: 'Description of the link. Null removes it.',
      ...limited(externalLinkLimits.description),
    }),
    icon: t.string({
      description: 'Name of the icon. Null removes it.',
      ...limited(externalLinkLimits.icon),
    }),
    condition: t.string({
      description:
        'Condition on the claims of a visitor. Visitors see the link only if it holds. Null removes it.',
      ...limited(externalLinkLimits.condition),
    }),
    localizedTitle: t.field(changedLocalizedTitle),
    localizedDescription: t.field(changedLocalizedDescription),
    isDraft: t.boolean(givenDraft),
  }),
})

builder.mutationFields((t) => {
  const ofSite = siteArguments(t)
  const siteExternalLinkId = t.arg.id({ required: true, description: 'Id of the link.' })
  const within = { ...ofSite, siteExternalLinkId }
  return {
    createSiteExternalLink: mutation(t, {
      description: `Adds an external link to the navigation of a site with sections. A site may have at most ${maximumExternalLinks}.`,
      permission: 'site:administer',
      args: {
        ...ofSite,
        input: t.arg({ type: CreateSiteExternalLinkInput, required: true, description: 'Fields to set.' }),
      },
      target: { type: 'SiteExternalLink' },
      payload: { siteExternalLink: SiteExternalLink },
      resolve: async (_root, { input, ...address }, context) => ({
        siteExternalLink: await service.createExternalLink(context, address, input),
      }),
    }),
    updateSiteExternalLink: mutation(t, {
      description: 'Updates an external link.',
      permission: 'site:administer',
      args: {
        ...within,
        input: t.arg({ type: UpdateSiteExternalLinkInput, required: true, description: 'Fields to update.' }),
      },
      target: { type: 'SiteExternalLink', id: 'siteExternalLinkId' },
      payload: { siteExternalLink: SiteExternalLink },
      resolve: async (_root, { input, siteExternalLinkId, ...address }, context) => ({
        siteExternalLink: await service.updateExternalLink(context, address, siteExternalLinkId, input),
      }),
    }),
    deleteSiteExternalLink: mutation(t, {
      description: 'Deletes an external link.',
      permission: 'site:administer',
      args: within,
      target: { type: 'SiteExternalLink', id: 'siteExternalLinkId' },
      payload: {
        deletedSiteExternalLinkId: 'ID',
        site: formerSite,
      },
      resolve: async (_root, { siteExternalLinkId, ...address }, context) => {
        const deleted = await service.deleteExternalLink(context, address, siteExternalLinkId)
        return { deletedSiteExternalLinkId: deleted.id, site: deleted.siteId }
      },
    }),
  }
})
