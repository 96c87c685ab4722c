import { type Connection, connectionType } from '../../../graph/declare/connection.ts'
import type { Window } from '../../../graph/declare/keyset.ts'
import { builder, type GraphTypes } from '../../../graphql/builder.ts'
import type { Context } from '../../../request/context.ts'
import { type BacklinkPage, cursorOf as cursorOfBacklink } from '../backlink-reads.ts'
import { BrokenLinkContextEnum, LinkStatusEnum } from '../enums.ts'
import { cursorOf, type LinkFilter, type LinkPage, type LinkStats as LinkStatsShape } from '../link-reads.ts'
import { locationOfSource, type PageLocation as PageLocationShape } from '../locations.ts'
import type { LazyList } from '../service.ts'
import { LinkItem, LinkStats, type ReadLink } from './link-item.ts'
import { PageLocation } from './location.ts'

interface LinkConnectionShape extends Connection<ReadLink> {
  stats(): Promise<LinkStatsShape>
}

export const LinkConnection = connectionType('LinkItem', LinkItem)

builder.objectField(LinkConnection, 'stats', (t) =>
  t.field({
    type: LinkStats,
    description: 'Statistics of all links, regardless of the filters.',
    resolve: (connection) => (connection as LinkConnectionShape).stats(),
  }),
)

export const BacklinkConnection = connectionType('PageLocation', PageLocation)

type ArgumentBuilder = Pick<PothosSchemaTypes.ObjectFieldBuilder<GraphTypes, unknown>, 'arg'>

export const statusArgument = (t: ArgumentBuilder) =>
  t.arg({ type: [LinkStatusEnum], description: 'Returns only links with one of these statuses.' })

export const filterArguments = (t: ArgumentBuilder) => ({
  status: statusArgument(t),
  brokenContext: t.arg({
    type: BrokenLinkContextEnum,
    description:
      'Returns only links that are broken in this context. Outside of change requests it is always `SPACE`.',
  }),
})

export const filterOf = ({ status, brokenContext }: LinkFilter): LinkFilter => ({ status, brokenContext })

/** Returns the connection of a list of links; an empty one for null. */
export function linkConnection(list: LazyList<LinkPage> | null, window: Window): LinkConnectionShape {
  if (list === null)
    return {
      ...emptyConnection(window),
      stats: async () => ({ total: 0, broken: 0, brokenByChangeRequest: null }),
    }
  const { reading, read } = list
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

/** Returns the connection of a list of backlinks; an empty one for null. */
export function backlinkConnection(
  context: Context,
  list: LazyList<BacklinkPage> | null,
  window: Window,
): Connection<PageLocationShape> {
  if (list === null) return emptyConnection(window)
  const { reading, read } = list
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

const emptyConnection = (window: Window): Connection<never> => ({
  window,
  known: { edges: [], more: false, count: 0 },
  count: async () => 0,
  page: async () => ({ edges: [], more: false }),
})
