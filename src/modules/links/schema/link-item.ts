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
      description: 'What is known of where they lead.',
      resolve: ({ row }) => row.status,
    }),
    relation: t.field({
      type: LinkRelationEnum,
      description: 'What the target is to the content: what it depends on, if any of it does.',
      resolve: ({ row }) => row.relation,
    }),
    targetReference: t.field({
      type: LocationUnion,
      nullable: true,
      description: 'What they lead to. Null for what is not there, and for what the caller may not see.',
      resolve: ({ reading, row }, _args, context) => locationOfTarget(context, reading, row),
    }),
    locationReferences: t.field({
      type: [PageLocation],
      description: `The locations that contain the link, one per page and section. At most ${linkLimits.sourcesPerLink}.`,
      complexity: { field: 1, multiplier: 2 },
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
  description: 'How many of the links of a list are broken.',
  fields: (t) => ({
    total: t.int({ description: 'All of them.', resolve: ({ broken }) => broken }),
    changeRequest: t.int({
      nullable: true,
      description: 'Those that a change request broke; null outside of change requests.',
      resolve: ({ brokenByChangeRequest }) => brokenByChangeRequest,
    }),
  }),
})

export const LinkStats = builder.objectRef<LinkStatsShape>('LinkStats').implement({
  description: 'How many links a list has, whatever it is filtered by.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'All of them.' }),
    broken: t.field({
      type: BrokenLinkStats,
      description: 'Those that are broken.',
      resolve: (stats) => stats,
    }),
  }),
})
