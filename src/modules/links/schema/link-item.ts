import { builder } from '../../../graphql/builder.ts'
import { LinkRelationEnum, LinkStatusEnum } from '../enums.ts'
import { linkLimits } from '../limits.ts'
import type { LinkRow, LinkStats as LinkStatsShape } from '../link-reads.ts'
import { locationOfSource, locationOfTarget, type Reading } from '../locations.ts'
import { LocationUnion, PageLocation } from './location.ts'

export interface ReadLink {
  readonly reading: Reading
  readonly row: LinkRow
}

export const LinkItem = builder.objectRef<ReadLink>('LinkItem').implement({
  description: 'All links of a list to the same target.',
  fields: (t) => ({
    status: t.field({
      type: LinkStatusEnum,
      description: 'The status of the links.',
      resolve: ({ row }) => row.status,
    }),
    relation: t.field({
      type: LinkRelationEnum,
      description:
        'The relation of the content to the target. `DEPENDS_ON` if at least one of the links has this relation.',
      resolve: ({ row }) => row.relation,
    }),
    targetReference: t.field({
      type: LocationUnion,
      nullable: true,
      description: 'The target. Null if it does not exist or the caller may not see it.',
      resolve: ({ reading, row }, _args, context) => locationOfTarget(context, reading, row),
    }),
    locationReferences: t.field({
      type: [PageLocation],
      description: `The locations that contain the link, one per page and section. At most ${linkLimits.sourcesPerLink}.`,
      resolve: async ({ reading, row }, _args, context) => {
        const sources = await Promise.all(
          row.sources.map((source) => locationOfSource(context, reading, source)),
        )
        return sources.filter((source) => source !== null)
      },
    }),
  }),
})

const BrokenLinkStats = builder.objectRef<LinkStatsShape>('BrokenLinkStats').implement({
  description: 'Statistics of broken links.',
  fields: (t) => ({
    total: t.int({ description: 'The number of broken links.', resolve: ({ broken }) => broken }),
    changeRequest: t.int({
      nullable: true,
      description: 'The number of links broken by the change request. Null outside of change requests.',
      resolve: ({ brokenByChangeRequest }) => brokenByChangeRequest,
    }),
  }),
})

export const LinkStats = builder.objectRef<LinkStatsShape>('LinkStats').implement({
  description: 'Statistics of a list of links, regardless of its filters.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'The number of links.' }),
    broken: t.field({
      type: BrokenLinkStats,
      description: 'Statistics of the broken links.',
      resolve: (stats) => stats,
    }),
  }),
})
