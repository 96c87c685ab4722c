import { builder } from '../../../graphql/builder.ts'
import { User } from '../../users/schema.ts'
import type { Reaction } from '../loaders.ts'

const ReactionUser = builder.objectRef<Reaction['users'][number]>('CommentReactionUser').implement({
  description: 'A user who added a reaction.',
  fields: (t) => ({
    user: t.field({ type: User, description: 'The user who reacted.', resolve: ({ user }) => user }),
    reactedAt: t.field({
      type: 'DateTime',
      description: 'The date and time of the reaction.',
      resolve: ({ reactedAt }) => reactedAt,
    }),
  }),
})

export const CommentReaction = builder.objectRef<Reaction>('CommentReaction').implement({
  description: 'The reactions with one emoji.',
  fields: (t) => ({
    emoji: t.exposeString('emoji', {
      description: 'The emoji as the first user gave it: a character, or code points such as `1f44d`.',
    }),
    count: t.exposeInt('count', { description: 'The number of users.' }),
    users: t.field({
      type: [ReactionUser],
      description: 'The users who reacted with it.',
      resolve: ({ users }) => users,
    }),
  }),
})
