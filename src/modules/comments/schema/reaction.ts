import { model } from '../../../graph/declare/model.ts'
import { User } from '../../users/schema.ts'

/** The first reaction with each emoji to a comment or a reply, with the number of all with it. */
export const firstReactions = (target: 'commentId' | 'replyId') =>
  ({
    from: `(SELECT DISTINCT ON (r.emoji) r.*, to_json(count(*) OVER (PARTITION BY r.emoji)) AS total
      FROM "CommentReaction" r WHERE r."${target}" = p.k0 ORDER BY r.emoji, r.id)`,
    adds: { total: 'Json' },
    condition: 'TRUE',
    keys: ['id'],
  }) as const

/** The reactions with the emoji of a reaction, to the same comment or reply. */
const sameReactions = {
  from: `(SELECT o.* FROM "CommentReaction" r JOIN "CommentReaction" o
      ON o.emoji = r.emoji AND (o."commentId" = r."commentId" OR o."replyId" = r."replyId")
    WHERE r.id = p.k0)`,
  condition: 'TRUE',
  keys: ['id'],
} as const

const CommentReactionUser = model('CommentReaction', {
  name: 'CommentReactionUser',
  // Reactions are reached through their comment or reply only, whose policy is theirs.
  visible: () => ({}),
  description: 'A user who added a reaction.',
  fields: (t) => ({
    user: t.one(User, { key: 'userId', description: 'The user who reacted.' }),
    reactedAt: t.exposeDateTime('reactedAt', { description: 'The date and time of the reaction.' }),
  }),
})

export const CommentReaction = model('CommentReaction', {
  visible: () => ({}),
  description: 'The reactions with one emoji.',
  fields: (t) => ({
    emoji: t.exposeString('emoji', {
      description: 'The emoji as the first user gave it: a character, or code points such as `1f44d`.',
    }),
    count: t.computed({
      type: 'Int',
      description: 'The number of users.',
      from: [],
      added: ['total'],
      resolve: (row: object) => (row as { readonly total: number }).total,
    }),
    users: t.all(CommentReactionUser, {
      description: 'The users who reacted with it.',
      by: sameReactions,
      order: [],
    }),
  }),
})
