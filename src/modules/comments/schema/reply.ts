import { contentRights } from '../../../access/viewer.ts'
import { model } from '../../../graph/declare/model.ts'
import { related } from '../../../graph/declare/model-reads.ts'
import { ownerOf } from '../../../request/context.ts'
import { DocumentFormatEnum } from '../../content/enums.ts'
import { User } from '../../users/schema.ts'
import { bodyInSql, formatBody } from '../bodies.ts'
import { commentLoaders, membersAmong } from '../loaders.ts'
import { mentionedUserIds } from '../mentions.ts'
import { readableReplies } from '../policy.ts'
import { reactionsAhead, reactionsAheadOf } from '../reactions-ahead.ts'
import { CommentBody } from './body.ts'
import { CommentPermissions, CommentUrls, commentPath } from './permissions.ts'
import { CommentReaction } from './reaction.ts'

export const CommentReply = model('CommentReply', {
  description: 'A reply to a comment.',
  id: 'Opaque identifier.',
  visible: readableReplies,
  fields: (t) => ({
    postedBy: t.one(User, {
      key: 'postedById',
      nullable: true,
      description: 'The author. Null if the user was deleted.',
    }),
    postedAt: t.expose('postedAt', { type: 'DateTime', description: 'The date and time of creation.' }),
    editedAt: t.expose('editedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The date and time of the last edit. Null if it was never edited.',
    }),
    reactions: t.code({
      type: [CommentReaction],
      description: 'The reactions, oldest first.',
      extensions: reactionsAhead('replyId'),
      resolve: (row, _args, context) =>
        reactionsAheadOf(row) ?? commentLoaders(context).reactionsOfReplies.load(row.id),
    }),
    body: t.computed({
      type: CommentBody,
      description: 'The body of the reply.',
      from: ['markdown', 'document'],
      args: {
        format: t.arg({
          type: DocumentFormatEnum,
          description: 'The format of the body. Defaults to the format in which it was written.',
        }),
      },
      resolve: (reply, _scope, { format }) => formatBody(reply, format),
      membersInSql: bodyInSql,
    }),
    allMentions: t.code({
      type: [User],
      description: 'The members of the organization who are mentioned in the body, in document order.',
      resolve: async (reply, _args, context) => {
        const { comment } = await related('CommentReply', context, reply, { comment: { space: true } })
        return membersAmong(
          context,
          comment.space.organizationId,
          await mentionedUserIds(reply, ownerOf(context)),
        )
      },
    }),
    urls: t.computed({
      type: CommentUrls,
      description: 'URLs of the reply.',
      from: ['id'],
      with: { comment: ['id', 'spaceId', 'changeRequestId'] },
      resolve: ({ id, comment }) => ({ path: `${commentPath(comment)}/replies/${id}` }),
    }),
    permissions: t.computed({
      type: CommentPermissions,
      description: 'The actions that the caller may perform.',
      from: ['postedById'],
      with: { comment: { space: contentRights } },
      resolve: ({ postedById, comment }) => ({ authorId: postedById, space: comment.space }),
    }),
  }),
})
