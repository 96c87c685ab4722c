import type { ModelFields, RowOf } from '../../../graph/declare/model-types.ts'
import { type Context, ownerOf } from '../../../request/context.ts'
import { DocumentFormatEnum } from '../../content/enums.ts'
import { User } from '../../users/schema.ts'
import { bodyInSql, formatBody } from '../bodies.ts'
import { membersAmong } from '../loaders.ts'
import { mentionedUserIds } from '../mentions.ts'
import { CommentBody } from './body.ts'
import { CommentReaction, firstReactions } from './reaction.ts'

const kinds = {
  Comment: { noun: 'comment', target: 'commentId', isReply: false },
  CommentReply: { noun: 'reply', target: 'replyId', isReply: true },
} as const

/** A time that both tables have, which the type of a field of either does not know. */
const time = (column: 'postedAt' | 'editedAt') => column as never

type Written = 'Comment' | 'CommentReply'

/**
 * Returns the fields that comments and replies share: who wrote which text and when, whom it mentions, and the
 * reactions to it.
 */
export function writtenFields<Name extends Written>(
  t: ModelFields<Name>,
  name: Name,
  organizationOf: (context: Context, row: RowOf<Name>) => Promise<string>,
) {
  const { noun, target, isReply } = kinds[name]
  return {
    postedBy: t.one(User, {
      key: 'postedById',
      nullable: true,
      description: 'The author. Null if the user was deleted.',
    }),
    postedAt: t.expose(time('postedAt'), { type: 'DateTime', description: 'The date and time of creation.' }),
    editedAt: t.expose(time('editedAt'), {
      type: 'DateTime',
      nullable: true,
      description: 'The date and time of the last edit. Null if it was never edited.',
    }),
    allMentions: t.code({
      type: [User],
      description: 'The members of the organization who are mentioned in the body, in document order.',
      resolve: async (row, _args, context) =>
        membersAmong(
          context,
          await organizationOf(context, row),
          await mentionedUserIds(row, ownerOf(context)),
        ),
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
