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
  // node(id) of what the caller may not see is null.
  nullable: true,
  description: 'A reply to a comment.',
  id: { field: 'id', description: 'Opaque identifier.' },
  findUnique: (id, context) => ({ id, AND: [readableReplies(viewerOf(context))] }),
  fields: (t) => ({
    postedBy: t.relation('postedBy', { type: User, nullable: true, description: 'Who wrote it.' }),
    postedAt: t.expose('postedAt', { type: 'DateTime', description: 'When it was written.' }),
    editedAt: t.expose('editedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last edited.',
    }),
    reactions: t.field({
      type: [CommentReaction],
      description: 'The reactions to it, earliest first.',
      resolve: ({ id }, _args, context) => commentLoaders(context).reactionsOfReplies.load(id),
    }),
    body: t.field({
      type: CommentBody,
      description: 'What it says.',
      args: {
        format: t.arg({ type: DocumentFormatEnum, description: 'The form; absent: as it was written.' }),
      },
      resolve: (reply, { format }) => formatBody(reply, format),
    }),
    allMentions: t.field({
      type: [User],
      description: 'The members of the organization that it mentions, in the order of the text.',
      select: { comment: { select: { space: { select: { organizationId: true } } } } },
      resolve: ({ comment, ...reply }, _args, context) =>
        membersAmong(context, comment.space.organizationId, mentionedUserIds(reply)),
    }),
    urls: t.field({
      type: CommentUrls,
      description: 'Its addresses.',
      select: { comment: { select: { id: true, spaceId: true, changeRequestId: true } } },
      resolve: ({ id, comment }) => ({ path: `${commentPath(comment)}/replies/${id}` }),
    }),
    permissions: t.field({
      type: CommentPermissions,
      description: 'What the caller may do with it.',
      select: { comment: { select: { space: true } } },
      resolve: ({ postedById, comment }) => ({ authorId: postedById, space: comment.space }),
    }),
  }),
})
