import { notFound } from '../../errors.ts'
import type {
  Site as SiteRow,
  SiteSection,
  SiteSpace as SiteSpaceRow,
} from '../../generated/prisma/client.ts'
import { builder } from '../../graphql/builder.ts'
import { childrenBy, connectionField } from '../../graphql/connection.ts'
import { viewerOf } from '../../graphql/context.ts'
import { limited } from '../../graphql/validation.ts'
import { addressBelow, publishedAddress, siteLocation } from '../sites/addresses.ts'
import { Site, SiteStructureItem } from '../sites/schema.ts'
import { Space } from '../spaces/schema.ts'
import { siteSpaceLimits } from './limits.ts'
import { moveSiteSpace } from './moves.ts'
import { readableSiteSpaces, shownSiteSpaces } from './policy.ts'
import * as service from './service.ts'

type PlacedSiteSpace = SiteSpaceRow & { site: SiteRow; section: SiteSection | null }

const SiteSpaceUrls = builder.objectRef<PlacedSiteSpace>('SiteSpaceUrls').implement({
  description: 'Addresses of a site-space.',
  fields: (t) => ({
    location: t.field({
      type: 'URL',
      description: 'The site-space in the REST API.',
      resolve: ({ id, site }, _args, { config }) => `${siteLocation(config, site)}/site-spaces/${id}`,
    }),
    published: t.field({
      type: 'URL',
      nullable: true,
      description: 'Where visitors find it; only while the site is published.',
      resolve: (siteSpace, _args, { config }) => {
        const section = addressBelow(publishedAddress(config, siteSpace.site), siteSpace.section)
        return addressBelow(section, siteSpace)
      },
    }),
  }),
})

export const SiteSpace = builder.prismaNode('SiteSpace', {
  // node(id) of what the caller may not see is null.
  nullable: true,
  description: 'A space in a site: at its root, or in a section as one of its variants.',
  id: { field: 'id', description: 'Opaque identifier of the site-space, not of the space.' },
  interfaces: [SiteStructureItem],
  findUnique: (id, context) => ({ id, AND: [readableSiteSpaces(viewerOf(context))] }),
  fields: (t) => ({
    path: t.exposeString('path', { description: 'Its path, unique beside the others.' }),
    title: t.string({
      description: 'The title of the space.',
      select: { space: { select: { title: true } } },
      resolve: ({ space }) => space.title,
    }),
    default: t.exposeBoolean('isDefault', {
      description: 'Whether it is shown first in its section, or at the root of the site.',
    }),
    condition: t.exposeString('condition', {
      nullable: true,
      description: 'Expression that decides whether it is shown to a visitor.',
    }),
    hasAdvancedCustomizationFeature: t.boolean({
      description: 'Whether advanced customization is available. On a self-hosted server it is.',
      resolve: () => true,
    }),
    urls: t.field({
      type: SiteSpaceUrls,
      description: 'Its addresses.',
      select: { site: true, section: true },
      resolve: (siteSpace) => siteSpace,
    }),
    siteId: t.exposeID('siteId', { description: 'Id of the site.' }),
    site: t.relation('site', { description: 'The site.' }),
    sectionId: t.exposeID('sectionId', {
      nullable: true,
      description: 'Id of the section that it is in; null at the root.',
    }),
    spaceId: t.exposeID('spaceId', { description: 'Id of the space.' }),
    space: t.relation('space', { type: Space, description: 'The space.' }),
  }),
})

builder.objectField(Site, 'siteSpaces', (t) =>
  connectionField(t, {
    type: SiteSpace,
    name: 'SiteSpace',
    description: 'The site-spaces whose space the caller may read, in their order.',
    parent: childrenBy('siteId'),
    args: {
      default: t.arg.boolean({
        description: 'Only those that are shown first in their section or at the root, or only the others.',
      }),
      atRoot: t.arg.boolean({ description: 'Only those outside of sections, or only those in one.' }),
      shareKey: t.arg.string({
        description: 'Key of a share link. What a caller with a token may read does not depend on it.',
      }),
    },
    where: (viewer, args) => ({
      ...shownSiteSpaces(viewer),
      ...(args.default != null && { isDefault: args.default }),
      ...(args.atRoot != null && { sectionId: args.atRoot ? null : { not: null } }),
    }),
    order: [{ column: 'position', type: 'text' }],
  }),
)

builder.queryField('siteSpace', (t) =>
  t.prismaField({
    type: SiteSpace,
    description: 'A site-space.',
    permission: 'site:view',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the site-space.' }),
      siteId: t.arg.id({ description: 'Id of the site that it must be in.' }),
      organizationId: t.arg.id({ description: 'Id of the organization that must own the site.' }),
    },
    resolve: async (query, _root, { id, siteId, organizationId }, context) => {
      const inSite = siteId == null ? {} : { siteId }
      const inOrganization = organizationId == null ? {} : { site: { organizationId } }
      const where = { AND: [{ id, ...inSite, ...inOrganization }, readableSiteSpaces(viewerOf(context))] }
      const siteSpace = await context.database.prisma.siteSpace.findFirst({ ...query, where })
      if (!siteSpace) throw notFound()
      return siteSpace
    },
  }),
)

const CreateSiteSpaceInput = builder.inputType('CreateSiteSpaceInput', {
  description: 'A space to add to a site.',
  fields: (t) => ({
    spaceId: t.id({ required: true, description: 'Id of a space of the same organization.' }),
    sectionId: t.id({
      description:
        'Id of the section to add it to; if absent the default section, or the root of a site without sections.',
    }),
  }),
})

const UpdateSiteSpaceInput = builder.inputType('UpdateSiteSpaceInput', {
  description: 'Changes to a site-space. Absent members stay as they are.',
  fields: (t) => ({
    path: t.string({ description: 'Its path, unique beside the others.', ...limited(siteSpaceLimits.path) }),
    condition: t.string({
      description: 'Expression that decides whether it is shown to a visitor; null removes it.',
      ...limited(siteSpaceLimits.condition),
    }),
    spaceId: t.id({ description: 'Id of the space to show instead, of the same organization.' }),
  }),
})

const SiteSpacePointerType = builder.enumType('SiteSpacePointerType', {
  description: 'What may stand beside a site-space.',
  values: { SITE_SPACE: { description: 'A site-space.' } } as const,
})

const SiteSpacePointerInput = builder.inputType('SiteSpacePointerInput', {
  description: 'A site-space.',
  fields: (t) => ({
    type: t.field({ type: SiteSpacePointerType, required: true, description: 'What it is.' }),
    siteSpace: t.id({ required: true, description: 'Id of the site-space.' }),
  }),
})

const SiteSpacePositionInput = builder.inputType('SiteSpacePositionInput', {
  description:
    'A place among siblings. Given both members, the two must be neighbours; given neither, the place is the end.',
  fields: (t) => ({
    before: t.field({ type: SiteSpacePointerInput, description: 'Directly in front of this one.' }),
    after: t.field({ type: SiteSpacePointerInput, description: 'Directly behind this one.' }),
  }),
})

const MoveSiteSpaceInput = builder.inputType('MoveSiteSpaceInput', {
  description: 'Where to move a site-space: in its section, or at the root.',
  fields: (t) => ({
    position: t.field({ type: SiteSpacePositionInput, description: 'The place; the end if absent.' }),
  }),
})

builder.mutationFields((t) => {
  const siteId = t.arg.id({ required: true, description: 'Id of the site.' })
  const organizationId = t.arg.id({ description: 'Id of the organization that must own the site.' })
  const siteSpaceId = t.arg.id({ required: true, description: 'Id of the site-space.' })
  return {
    createSiteSpace: t.field({
      type: SiteSpace,
      description: 'Adds a space to a site.',
      permission: 'site:administer',
      args: {
        siteId,
        organizationId,
        input: t.arg({ type: CreateSiteSpaceInput, required: true, description: 'What to add.' }),
      },
      resolve: (_root, { input, ...address }, context) => service.createSiteSpace(context, address, input),
    }),
    updateSiteSpace: t.field({
      type: SiteSpace,
      description: 'Changes a site-space.',
      permission: 'site:administer',
      args: {
        siteId,
        organizationId,
        siteSpaceId,
        input: t.arg({ type: UpdateSiteSpaceInput, required: true, description: 'What to change.' }),
      },
      resolve: (_root, { input, siteSpaceId, ...address }, context) =>
        service.updateSiteSpace(context, address, siteSpaceId, input),
    }),
    moveSiteSpace: t.field({
      type: SiteSpace,
      description:
        'Moves a site-space among those of its section, or at the root. A move that changes nothing succeeds.',
      permission: 'site:administer',
      args: {
        siteId,
        organizationId,
        siteSpaceId,
        input: t.arg({ type: MoveSiteSpaceInput, description: 'Where to; the end if absent.' }),
      },
      resolve: (_root, { input, siteSpaceId, ...address }, context) =>
        moveSiteSpace(context, address, siteSpaceId, input ?? {}),
    }),
    deleteSiteSpace: t.field({
      type: 'ID',
      description: 'Takes a space out of a site and returns the id of the site-space.',
      permission: 'site:administer',
      args: { siteId, organizationId, siteSpaceId },
      resolve: (_root, { siteSpaceId, ...address }, context) =>
        service.deleteSiteSpace(context, address, siteSpaceId),
    }),
  }
})
