import { causeExtension } from '../../graph/declare/cause.ts'
import { type ListArguments, listArguments, windowOf } from '../../graph/declare/connection.ts'
import { builder } from '../../graphql/builder.ts'
import type { Context } from '../../request/context.ts'
import type { RevisionAddress } from '../content/policy.ts'
import type { LinkFilter } from './link-reads.ts'
import {
  BacklinkConnection,
  backlinkConnection,
  filterArguments,
  filterOf,
  LinkConnection,
  linkConnection,
} from './schema/lists.ts'
import './schema/content-fields.ts'
import { openBacklinks, openLinks, type Target } from './service.ts'

async function links(
  context: Context,
  address: RevisionAddress & { readonly pageId?: string },
  given: ListArguments & LinkFilter,
) {
  const window = windowOf(given)
  return linkConnection(await openLinks(context, address, filterOf(given), window), window)
}

async function backlinks(context: Context, address: RevisionAddress, target: Target, given: ListArguments) {
  const window = windowOf(given)
  return backlinkConnection(context, await openBacklinks(context, address, target, window), window)
}

builder.queryFields((t) => {
  const address = {
    spaceId: t.arg.id({ required: true, description: 'Id of the space.' }),
    revisionId: t.arg.id({ description: 'Id of a revision of the space. Defaults to the active revision.' }),
    changeRequestId: t.arg.id({
      description: 'Id or number of a change request of the space, to read its content.',
    }),
  }
  const filter = filterArguments(t)
  const pageId = t.arg.id({ required: true, description: 'Id of the page.' })
  return {
    spaceLinks: t.field({
      extensions: { [causeExtension]: 'Code resolves each link.' },
      type: LinkConnection,
      description: 'The links of all pages of a space: in bodies, covers and the table of contents.',
      permission: 'space:view',
      heavy: 'links',
      args: { ...address, ...filter, ...listArguments(t) },
      resolve: (_root, given, context) => links(context, addressOf(given), given),
    }),
    pageLinks: t.field({
      extensions: { [causeExtension]: 'Code resolves each link.' },
      type: LinkConnection,
      description: 'The links of a page.',
      permission: 'space:view',
      heavy: 'links',
      args: { ...address, pageId, ...filter, ...listArguments(t) },
      resolve: (_root, given, context) =>
        links(context, { ...addressOf(given), pageId: given.pageId }, given),
    }),
    pageBacklinks: t.field({
      extensions: { [causeExtension]: 'Code resolves each link.' },
      type: BacklinkConnection,
      description: 'The pages of a space that link to one of its pages, oldest first.',
      permission: 'space:view',
      heavy: 'links',
      args: { ...address, pageId, ...listArguments(t) },
      resolve: (_root, given, context) =>
        backlinks(context, addressOf(given), { of: 'PAGE', id: given.pageId }, given),
    }),
    fileBacklinks: t.field({
      extensions: { [causeExtension]: 'Code resolves each link.' },
      type: BacklinkConnection,
      description: 'The pages of a space that embed or link to one of its files, oldest first.',
      permission: 'space:view',
      heavy: 'links',
      args: {
        ...address,
        fileId: t.arg.id({ required: true, description: 'Id of the file.' }),
        ...listArguments(t),
      },
      resolve: (_root, given, context) =>
        backlinks(context, addressOf(given), { of: 'FILE', id: given.fileId }, given),
    }),
  }
})

const addressOf = ({ spaceId, revisionId, changeRequestId }: RevisionAddress): RevisionAddress => ({
  spaceId,
  revisionId,
  changeRequestId,
})
