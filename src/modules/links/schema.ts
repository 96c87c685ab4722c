import { builder } from '../../graphql/builder.ts'
import {
  type Connection,
  connectionType,
  type ListArguments,
  listArguments,
  windowOf,
} from '../../graphql/connection.ts'
import type { Context } from '../../graphql/context.ts'
import type { RevisionAddress } from '../content/policy.ts'
import { type BacklinkList, cursorOf as cursorOfBacklink } from './backlink-reads.ts'
import { BrokenLinkContextEnum, LinkStatusEnum } from './enums.ts'
import { cursorOf, type LinkStats as LinkStatsShape } from './link-reads.ts'
import { locationOfSource, type PageLocation as PageLocationShape } from './locations.ts'
import { LinkItem, LinkStats, type ReadLink } from './schema/link-item.ts'
import { PageLocation } from './schema/location.ts'
import { type LinkFilter, openBacklinks, openLinks } from './service.ts'

interface LinkConnectionShape extends Connection<ReadLink> {
  stats(): Promise<LinkStatsShape>
}

const LinkConnection = connectionType('LinkItem', LinkItem)

builder.objectField(LinkConnection, 'stats', (t) =>
  t.field({
    type: LinkStats,
    description: 'Statistics of all links, regardless of the filters.',
    resolve: (connection) => (connection as LinkConnectionShape).stats(),
  }),
)

const BacklinkConnection = connectionType('PageLocation', PageLocation)

type Address = RevisionAddress & { readonly pageId?: string }

async function links(
  context: Context,
  address: Address,
  filter: LinkFilter,
  given: ListArguments,
): Promise<LinkConnectionShape> {
  const window = windowOf(given)
  const { reading, read } = await openLinks(context, address, filter, window)
  return {
    window,
    stats: async () => (await read()).stats,
    count: async () => (await read()).count,
    page: async () => {
      const { rows, more } = await read()
      return { edges: rows.map((row) => ({ node: { reading, row }, cursor: cursorOf(row.key) })), more }
    },
  }
}

async function backlinks(
  context: Context,
  address: RevisionAddress,
  target: Pick<BacklinkList, 'of' | 'id'>,
  given: ListArguments,
): Promise<Connection<PageLocationShape>> {
  const window = windowOf(given)
  const { reading, read } = await openBacklinks(context, address, target, window)
  return {
    window,
    count: async () => (await read()).count,
    page: async () => {
      const { rows, more } = await read()
      const sources = await Promise.all(
        rows.map(async (row) => ({
          node: await locationOfSource(context, reading, row),
          cursor: cursorOfBacklink(row),
        })),
      )
      const edges = sources.flatMap(({ node, cursor }) => (node === null ? [] : [{ node, cursor }]))
      return { edges, more }
    },
  }
}

builder.queryFields((t) => {
  const address = {
    spaceId: t.arg.id({ required: true, description: 'Id of the space.' }),
    revisionId: t.arg.id({ description: 'Id of a revision of the space. Defaults to the active revision.' }),
    changeRequestId: t.arg.id({
      description: 'Id or number of a change request of the space, to read its content.',
    }),
  }
  const filter = {
    status: t.arg({ type: LinkStatusEnum, description: 'Returns only links with this status.' }),
    brokenContext: t.arg({
      type: BrokenLinkContextEnum,
      description:
        'Returns only links that are broken in this context. Outside of change requests it is always `SPACE`.',
    }),
  }
  const pageId = t.arg.id({ required: true, description: 'Id of the page.' })
  return {
    spaceLinks: t.field({
      type: LinkConnection,
      description: 'The links of all pages of a space: in bodies, covers and the table of contents.',
      permission: 'space:view',
      args: { ...address, ...filter, ...listArguments(t) },
      resolve: (_root, given, context) => links(context, addressOf(given), filterOf(given), given),
    }),
    pageLinks: t.field({
      type: LinkConnection,
      description: 'The links of a page.',
      permission: 'space:view',
      args: { ...address, pageId, ...filter, ...listArguments(t) },
      resolve: (_root, given, context) =>
        links(context, { ...addressOf(given), pageId: given.pageId }, filterOf(given), given),
    }),
    pageBacklinks: t.field({
      type: BacklinkConnection,
      description: 'The pages of a space that link to one of its pages, oldest first.',
      permission: 'space:view',
      args: { ...address, pageId, ...listArguments(t) },
      resolve: (_root, given, context) =>
        backlinks(context, addressOf(given), { of: 'PAGE', id: given.pageId }, given),
    }),
    fileBacklinks: t.field({
      type: BacklinkConnection,
      description: 'The pages of a space that embed or link to one of its files, oldest first.',
      permission: 'space:view',
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

const filterOf = ({ status, brokenContext }: LinkFilter): LinkFilter => ({ status, brokenContext })
