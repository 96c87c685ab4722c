import { builder } from '../../../graphql/builder.ts'
import { User } from '../../users/schema.ts'
import type { Reaction } from '../loaders.ts'

const ReactionUser = builder.objectRef<Reaction['users'][number]>('CommentReactionUser').implement({
  description: 'Who reacted, and when.',
  fields: (t) => ({
    user: t.field({ type: User, description: 'The user.', resolve: ({ user }) => user }),
    reactedAt: t.field({ type: 'DateTime', description: 'When.', resolve: ({ reactedAt }) => reactedAt }),
  }),
})

export const CommentReaction = builder.objectRef<Reaction>('CommentReaction').implement({
  description: 'An emoji and those who reacted with it.',
  fields: (t) => ({
    emoji: t.exposeString('emoji', { description: 'The emoji.' }),
    count: t.int({ description: 'How many reacted with it.', resolve: ({ users }) => users.length }),
    users: t.field({ type: [ReactionUser], description: 'Who did.', resolve: ({ users }) => users }),
  }),
})
