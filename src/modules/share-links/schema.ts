import { mayOnlyRead, type Viewer } from '../../access/viewer.ts'
import { limited } from '../../base/validation.ts'
import type { ShareLink as ShareLinkRow } from '../../generated/prisma/client.ts'
import { extend, model } from '../../graph/declare/model.ts'
import type { Where } from '../../graph/sql/where.ts'
import { builder } from '../../graphql/builder.ts'
import { mutation } from '../../graphql/payload.ts'
import { urlsObject } from '../../graphql/urls-object.ts'
import { type AddressedSite, ownAddress, siteAddress, sitePath } from '../sites/addresses.ts'
import { formerSite, Site } from '../sites/schema.ts'
import { siteArguments } from '../sites/site-arguments.ts'
import { maximumShareLinks, shareLinkLimits } from './limits.ts'
import { readableShareLinks } from './policy.ts'
import * as service from './service.ts'

const ShareLinkUrls = urlsObject<Pick<ShareLinkRow, 'id' | 'active' | 'key'> & { site: AddressedSite }>(
  'ShareLinkUrls',
  {
    description: 'URLs of a share link.',
    of: 'the share link',
    location: ({ id, site }) => `${sitePath(site)}/share-links/${id}`,
    fields: (t) => ({
      published: t.field({
        type: 'URL',
        nullable: true,
        description:
          'URL to share; null while the link is inactive or the site is not published, and for tokens without the scope `WRITE`.',
        resolve: ({ active, key, site }, _args, { config, viewer }) =>
          active && site.published && viewer && !mayOnlyRead(viewer)
            ? `${ownAddress(config, site)}/${key}`
            : null,
      }),
    }),
  },
)

const ShareLink = model('ShareLink', {
  description: 'A secret URL at which visitors read a site whose visibility is `SHARE_LINK`.',
  id: 'Opaque identifier.',
  visible: readableShareLinks,
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the share link.' }),
    isActive: t.exposeBoolean('active', { description: 'Whether the link admits visitors.' }),
    createdAt: t.exposeDateTime('createdAt', {
      description: 'The date and time at which the share link was created.',
    }),
    urls: t.computed({
      type: ShareLinkUrls,
      description: 'URLs of the share link.',
      from: ['id', 'key', 'active'],
      with: { site: siteAddress },
    }),
    ...t.oneWithId('site', Site, { description: 'The site.' }),
  }),
})

/** Matches share links by a text. Who may not see keys must not find them out either. */
function matching(viewer: Viewer, text: string): Where[] {
  const contains = { contains: text, mode: 'insensitive' }
  return mayOnlyRead(viewer) ? [{ name: contains }] : [{ name: contains }, { key: contains }]
}

extend(Site, (t) => ({
  shareLinks: t.many(ShareLink, {
    description: 'Share links of the site, oldest first.',
    by: 'siteId',
    permission: 'site:administer',
    args: {
      search: t.arg.string({
        description:
          'Returns only share links whose name or key contains this text, ignoring case. Tokens without the scope `WRITE` cannot search for keys.',
        ...limited(shareLinkLimits.search),
      }),
    },
    where: (viewer, { search }) => (search ? { OR: matching(viewer, search) } : {}),
    order: [],
  }),
}))

const name = { description: 'Name of the share link.', ...limited(shareLinkLimits.name) }

const CreateShareLinkInput = builder.inputType('CreateShareLinkInput', {
  description: 'Fields of a new share link.',
  fields: (t) => ({ name: t.string({ required: true, ...name }) }),
})

const UpdateShareLinkInput = builder.inputType('UpdateShareLinkInput', {
  description: 'Fields to update, at least one. Omitted fields stay unchanged.',
  fields: (t) => ({
    isActive: t.boolean({
      description: 'Whether the link admits visitors.',
      extensions: { rest: 'active' },
    }),
    name: t.string(name),
  }),
})

builder.mutationFields((t) => {
  const ofSite = siteArguments(t)
  const shareLinkId = t.arg.id({ required: true, description: 'Id of the share link.' })
  return {
    createShareLink: mutation(t, {
      description: `Adds an active share link with a key of its own to a site. A site may have at most ${maximumShareLinks}.`,
      permission: 'site:administer',
      args: {
        ...ofSite,
        input: t.arg({
          type: CreateShareLinkInput,
          required: true,
          description: 'Fields of the new share link.',
        }),
      },
      target: { type: 'ShareLink' },
      payload: { shareLink: ShareLink },
      resolve: async (_root, { input, ...address }, context) => ({
        shareLink: await service.createShareLink(context, address, input),
      }),
    }),
    updateShareLink: mutation(t, {
      description: 'Updates the name of a share link, or activates or deactivates it.',
      permission: 'site:administer',
      args: {
        ...ofSite,
        shareLinkId,
        input: t.arg({ type: UpdateShareLinkInput, required: true, description: 'Fields to update.' }),
      },
      target: { type: 'ShareLink', id: 'shareLinkId' },
      payload: { shareLink: ShareLink },
      resolve: async (_root, { input, shareLinkId, ...address }, context) => ({
        shareLink: await service.updateShareLink(context, address, shareLinkId, input),
      }),
    }),
    deleteShareLink: mutation(t, {
      description: 'Deletes a share link. Its URL becomes invalid.',
      permission: 'site:administer',
      args: { ...ofSite, shareLinkId },
      target: { type: 'ShareLink', id: 'shareLinkId' },
      payload: {
        deletedShareLinkId: 'ID',
        site: formerSite,
      },
      resolve: async (_root, { shareLinkId, ...address }, context) => {
        const deleted = await service.deleteShareLink(context, address, shareLinkId)
        return { deletedShareLinkId: deleted.id, site: deleted.siteId }
      },
    }),
  }
})
