import { administeredContent } from '../../access/viewer.ts'
import { limited } from '../../base/validation.ts'
import type { SiteSection, SiteSpace as SiteSpaceRow } from '../../generated/prisma/client.ts'
import { extend, model, single } from '../../graph/declare/model.ts'
import { builder } from '../../graphql/builder.ts'
import { mutation } from '../../graphql/payload.ts'
import { urlsObject } from '../../graphql/urls-object.ts'
import {
  type AddressedSite,
  addressBelow,
  publishedAddress,
  siteAddress,
  sitePath,
} from '../sites/addresses.ts'
import { formerSite, Site, SiteStructureItem } from '../sites/schema.ts'
import { siteArguments } from '../sites/site-arguments.ts'
import {
  changedLocalizedTitle,
  givenDraft,
  givenHidden,
  localizedTitle,
  placeAmongSiblings,
  placedAfter,
  placedBefore,
  shareKey,
} from '../sites/structure/item-fields.ts'
import { Space } from '../spaces/schema.ts'
import { siteSpaceLimits } from './limits.ts'
import { moveSiteSpace } from './moves.ts'
import { readableSiteSpaces } from './policy.ts'
import * as service from './service.ts'

type PlacedSiteSpace = Pick<SiteSpaceRow, 'id' | 'path' | 'isDefault'> & {
  readonly site: AddressedSite
  readonly section: Pick<SiteSection, 'path' | 'isDefault'> | null
}

export const SiteSpaceUrls = urlsObject<PlacedSiteSpace>('SiteSpaceUrls', {
  description: 'URLs of a site-space.',
  of: 'the site-space',
  location: ({ id, site }) => `${sitePath(site)}/site-spaces/${id}`,
  fields: (t) => ({
    published: t.field({
      type: 'URL',
      nullable: true,
      description: 'URL of the site-space for visitors; null while the site is not published.',
      resolve: (siteSpace, _args, { config }) => {
        const section = addressBelow(publishedAddress(config, siteSpace.site), siteSpace.section)
        return addressBelow(section, siteSpace)
      },
    }),
  }),
})

export const SiteSpace = model('SiteSpace', {
  description: 'A space in a site: at its root, or in a section as one of its variants.',
  id: 'Opaque identifier of the site-space, not of the space.',
  interfaces: [SiteStructureItem],
  visible: readableSiteSpaces,
  fields: (t) => ({
    path: t.exposeString('path', { description: 'Path of the site-space, unique among its siblings.' }),
    title: t.computed({
      type: 'String',
      description: 'The title of the site-space: its own, or that of the space.',
      from: ['title'],
      with: { space: ['title'] },
      resolve: ({ title, space }) => title ?? space.title,
      inSql: (column) => `coalesce(${column('title')}, ${column('space.title')})`,
    }),
    localizedTitle: t.expose('localizedTitle', localizedTitle),
    isDraft: t.exposeBoolean('draft', { description: 'Whether it is a draft, which visitors do not see.' }),
    isHidden: t.exposeBoolean('hidden', {
      description: 'Whether it is in no navigation, search and sitemap. Visitors can open it.',
    }),
    pageId: t.exposeID('pageId', {
      nullable: true,
      description: 'Id of the page that is shown at the path of the site-space. Null for the first page.',
    }),
    isDefault: t.exposeBoolean('isDefault', {
      description: 'Whether the site-space is the default of its section, or of the root of the site.',
    }),
    condition: t.exposeString('condition', {
      nullable: true,
      description:
        'Condition on the claims of a visitor. Visitors see the site-space only if it holds. Null for all visitors.',
    }),
    hasAdvancedCustomizationFeature: t.computed({
      type: 'Boolean',
      description: 'Whether advanced customization is available. Always true on a self-hosted server.',
      from: [],
      resolve: () => true,
    }),
    urls: t.computed({
      type: SiteSpaceUrls,
      description: 'URLs of the site-space.',
      from: ['id', 'path', 'isDefault'],
      with: { site: siteAddress, section: ['path', 'isDefault'] },
    }),
    ...t.oneWithId('site', Site, { description: 'The site.' }),
    sectionId: t.exposeID('sectionId', {
      nullable: true,
      description: 'Id of the parent section. Null at the root.',
    }),
    ...t.oneWithId('space', Space, { description: 'The space.' }),
  }),
})

extend(Space, (t) => ({
  siteSpaces: t.many(SiteSpace, {
    description: 'The places of the space on sites that the caller may see, oldest first.',
    by: 'spaceId',
    order: [],
  }),
}))

extend(Site, (t) => ({
  siteSpaceCount: t.count(SiteSpace, {
    description: 'Number of site-spaces whose space the caller may read.',
    by: 'siteId',
    stored: { column: 'siteSpaceCount', where: administeredContent.where },
    together: 'spaceId',
  }),
  siteSpaces: t.many(SiteSpace, {
    description: 'Site-spaces whose space the caller may read, in the order of the site.',
    by: 'siteId',
    args: {
      isDefault: t.arg.boolean({
        description: 'Returns only default site-spaces (true) or all others (false).',
      }),
      atRoot: t.arg.boolean({
        description: 'Returns only site-spaces at the root (true) or in sections (false).',
      }),
      shareKey: t.arg.string(shareKey),
    },
    where: (_viewer, args) => ({
      ...(args.isDefault != null && { isDefault: args.isDefault }),
      ...(args.atRoot != null && { sectionId: args.atRoot ? null : { not: null } }),
    }),
    order: [{ column: 'position', type: 'text' }],
  }),
}))

builder.queryField('siteSpace', (t) =>
  single(t, SiteSpace, {
    description: 'A site-space.',
    permission: 'site:view',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the site-space.' }),
      siteId: t.arg.id({ description: 'Id of the site. The item is not found if it belongs to another.' }),
      organizationId: t.arg.id({ description: 'Id of the organization that must own the site.' }),
    },
    where: ({ id, siteId, organizationId }) => ({
      id,
      ...(siteId != null && { siteId }),
      ...(organizationId != null && { site: { organizationId } }),
    }),
  }),
)

const CreateSiteSpaceInput = builder.inputType('CreateSiteSpaceInput', {
  description: 'A space to add to a site.',
  fields: (t) => ({
    spaceId: t.id({ required: true, description: 'Id of a space of the same organization.' }),
    sectionId: t.id({
      description:
        'Id of the parent section. Default: the default section, or the root of a site without sections.',
    }),
    title: t.string({
      description: 'Title on the site. Default: the title of the space.',
      ...limited(siteSpaceLimits.title),
    }),
    pageId: t.id({
      description: 'Id of the page that is shown at the path of the site-space. Default: the first page.',
    }),
    isDraft: t.boolean(givenDraft),
    isHidden: t.boolean(givenHidden),
  }),
})

const UpdateSiteSpaceInput = builder.inputType('UpdateSiteSpaceInput', {
  description: 'Fields to update. Omitted fields stay unchanged.',
  fields: (t) => ({
    path: t.string({
      description: 'Path of the site-space, unique among its siblings.',
      ...limited(siteSpaceLimits.path),
    }),
    condition: t.string({
      description:
        'Condition on the claims of a visitor. Visitors see the site-space only if it holds. Null removes it.',
      ...limited(siteSpaceLimits.condition),
    }),
    spaceId: t.id({
      description:
        'Id of the new space, in the same organization. Its first page is shown, unless one is given.',
    }),
    title: t.string({
      description: 'Title on the site. Null for the title of the space.',
      ...limited(siteSpaceLimits.title),
    }),
    localizedTitle: t.field(changedLocalizedTitle),
    pageId: t.id({
      description: 'Id of the page that is shown at the path of the site-space. Null for the first page.',
    }),
    isDraft: t.boolean(givenDraft),
    isHidden: t.boolean(givenHidden),
  }),
})

const SiteSpacePointerInput = builder.inputType('SiteSpacePointerInput', {
  description: 'A site-space.',
  isOneOf: true,
  extensions: { rest: { discriminator: { member: 'type' } } },
  fields: (t) => ({ siteSpace: t.id({ description: 'Id of a site-space.' }) }),
})

const SiteSpacePositionInput = builder.inputType('SiteSpacePositionInput', {
  description: placeAmongSiblings,
  fields: (t) => ({
    before: t.field({ type: SiteSpacePointerInput, ...placedBefore }),
    after: t.field({ type: SiteSpacePointerInput, ...placedAfter }),
  }),
})

const MoveSiteSpaceInput = builder.inputType('MoveSiteSpaceInput', {
  description: 'Target of a move within the section, or within the root.',
  fields: (t) => ({
    position: t.field({ type: SiteSpacePositionInput, description: 'Target position. Default: the end.' }),
  }),
})

builder.mutationFields((t) => {
  const ofSite = siteArguments(t)
  const siteSpaceId = t.arg.id({ required: true, description: 'Id of the site-space.' })
  return {
    createSiteSpace: mutation(t, {
      description: 'Adds a space to a site.',
      permission: 'site:administer',
      args: {
        ...ofSite,
        input: t.arg({
          type: CreateSiteSpaceInput,
          required: true,
          description: 'Fields of the new site-space.',
        }),
      },
      target: { type: 'SiteSpace' },
      payload: { siteSpace: SiteSpace },
      resolve: async (_root, { input, ...address }, context) => ({
        siteSpace: await service.createSiteSpace(context, address, input),
      }),
    }),
    updateSiteSpace: mutation(t, {
      description: 'Updates a site-space.',
      permission: 'site:administer',
      args: {
        ...ofSite,
        siteSpaceId,
        input: t.arg({ type: UpdateSiteSpaceInput, required: true, description: 'Fields to update.' }),
      },
      target: { type: 'SiteSpace', id: 'siteSpaceId' },
      payload: { siteSpace: SiteSpace },
      resolve: async (_root, { input, siteSpaceId, ...address }, context) => ({
        siteSpace: await service.updateSiteSpace(context, address, siteSpaceId, input),
      }),
    }),
    moveSiteSpace: mutation(t, {
      description:
        'Moves a site-space within its section, or within the root. A move to the current position succeeds.',
      permission: 'site:administer',
      args: {
        ...ofSite,
        siteSpaceId,
        input: t.arg({ type: MoveSiteSpaceInput, description: 'Target of the move. Default: the end.' }),
      },
      target: { type: 'SiteSpace', id: 'siteSpaceId' },
      payload: { siteSpace: SiteSpace },
      resolve: async (_root, { input, siteSpaceId, ...address }, context) => ({
        siteSpace: await moveSiteSpace(context, address, siteSpaceId, input ?? {}),
      }),
    }),
    deleteSiteSpace: mutation(t, {
      description: 'Removes a space from a site.',
      permission: 'site:administer',
      args: { ...ofSite, siteSpaceId },
      target: { type: 'SiteSpace', id: 'siteSpaceId' },
      payload: {
        deletedSiteSpaceId: 'ID',
        site: formerSite,
      },
      resolve: async (_root, { siteSpaceId, ...address }, context) => {
        const deleted = await service.deleteSiteSpace(context, address, siteSpaceId)
        return { deletedSiteSpaceId: deleted.id, site: deleted.siteId }
      },
    }),
  }
})
