import type { ModelFields } from '../../../graph/declare/model-types.ts'
import { DocumentFormatEnum } from '../../content/enums.ts'
import { User } from '../../users/schema.ts'
import { bodyInSql, formatBody } from '../bodies.ts'
import { CommentBody } from './body.ts'
import { CommentReaction, firstReactions } from './reaction.ts'

const kinds = {
  Comment: { noun: 'comment', target: 'commentId', isReply: false },
  CommentReply: { noun: 'reply', target: 'replyId', isReply: true },
} as const

export const postedAt = { type: 'DateTime', description: 'The date and time of creation.' } as const

export const editedAt = {
  type: 'DateTime',
  nullable: true,
  description: 'The date and time of the last edit. Null if it was never edited.',
} as const

/** Returns what comments and replies have alike: who wrote which text, and the reactions to it. */
export function writtenFields<Name extends 'Comment' | 'CommentReply'>(t: ModelFields<Name>, name: Name) {
  const { noun, target, isReply } = kinds[name]
  return {
    postedBy: t.one(User, {
      key: 'postedById',
      nullable: true,
      description: 'The author. Null if the user was deleted.',
    }),
    reactions: t.all(CommentReaction, {
      description: 'The reactions, oldest first.',
      by: firstReactions(target),
      order: [],
    }),
    body: t.computed({
      type: CommentBody,
      description: `The body of the ${noun}.`,
      from: ['id', 'markdown', 'document'],
      args: {
        format: t.arg({
          type: DocumentFormatEnum,
          description: 'The format of the body. Defaults to the format in which it was written.',
        }),
      },
      resolve: (row, _scope, { format }) => formatBody({ ...row, isReply }, format),
      membersInSql: bodyInSql,
    }),
  }
}
