import { builder } from '../../../graphql/builder.ts'
import { viewerOf } from '../../../graphql/context.ts'
import { DocumentFormatEnum } from '../../content/enums.ts'
import { User } from '../../users/schema.ts'
import { formatBody } from '../bodies.ts'
import { commentLoaders, membersAmong } from '../loaders.ts'
import { mentionedUserIds } from '../mentions.ts'
import { readableReplies } from '../policy.ts'
import { CommentBody } from './body.ts'
import { CommentPermissions, CommentUrls, commentPath } from './permissions.ts'
import { CommentReaction } from './reaction.ts'

export const CommentReply = builder.prismaNode('CommentReply', {
  // `node` returns null for objects that the caller cannot see.
  nullable: true,
  description: 'A reply to a comment.',
  id: { field: 'id', description: 'Opaque identifier.' },
  findUnique: (id, context) => ({ id, AND: [readableReplies(viewerOf(context))] }),
  fields: (t) => ({
    postedBy: t.relation('postedBy', {
      type: User,
      nullable: true,
      description: 'The author. Null if the user was deleted.',
    }),
    postedAt: t.expose('postedAt', { type: 'DateTime', description: 'The date and time of creation.' }),
    editedAt: t.expose('editedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The date and time of the last edit. Null if it was never edited.',
    }),
    reactions: t.field({
      type: [CommentReaction],
      description: 'The reactions, oldest first.',
      resolve: ({ id }, _args, context) => commentLoaders(context).reactionsOfReplies.load(id),
    }),
    body: t.field({
      type: CommentBody,
      description: 'The body of the reply.',
      args: {
        format: t.arg({
          type: DocumentFormatEnum,
          description: 'The format of the body. Defaults to the format in which it was written.',
        }),
      },
      resolve: (reply, { format }) => formatBody(reply, format),
    }),
    allMentions: t.field({
      type: [User],
      description: 'The members of the organization who are mentioned in the body, in document order.',
      select: { comment: { select: { space: { select: { organizationId: true } } } } },
      resolve: ({ comment, ...reply }, _args, context) =>
        membersAmong(context, comment.space.organizationId, mentionedUserIds(reply)),
    }),
    urls: t.field({
      type: CommentUrls,
      description: 'URLs of the reply.',
      select: { comment: { select: { id: true, spaceId: true, changeRequestId: true } } },
      resolve: ({ id, comment }) => ({ path: `${commentPath(comment)}/replies/${id}` }),
    }),
    permissions: t.field({
      type: CommentPermissions,
      description: 'The actions that the viewer may perform.',
      select: { comment: { select: { space: true } } },
      resolve: ({ postedById, comment }) => ({ authorId: postedById, space: comment.space }),
    }),
  }),
})
