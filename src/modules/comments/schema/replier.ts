import { model } from '../../../graph/declare/model.ts'
import { User } from '../../users/schema.ts'

/** The last reply of each user to a comment. */
export const lastReplies = {
  from: `(SELECT DISTINCT ON (r."postedById") r.*,
      to_json(count(*) OVER (PARTITION BY r."postedById")) AS replies
    FROM "CommentReply" r WHERE r."commentId" = p.k0 AND r."postedById" IS NOT NULL
    ORDER BY r."postedById", r."postedAt" DESC, r.id DESC)`,
  adds: { replies: 'Json' },
  condition: 'TRUE',
  keys: ['id'],
} as const

export const CommentReplier = model('CommentReply', {
  name: 'CommentReplier',
  // It is reached through its comment only, whose policy is that of the replies.
  visible: () => ({}),
  description: 'A user who replied to a comment.',
  fields: (t) => ({
    user: t.one(User, { key: 'postedById', description: 'The user.' }),
    count: t.computed({
      type: 'Int',
      description: 'The number of replies of the user.',
      from: [],
      added: ['replies'],
      resolve: (row: object) => (row as { readonly replies: number }).replies,
    }),
    updatedAt: t.exposeDateTime('postedAt', {
      description: 'The date and time of the last of these replies.',
    }),
  }),
})
