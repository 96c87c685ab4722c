import { builder } from '../../graphql/builder.ts'
import { limited } from '../../graphql/validation.ts'
import { commentLimits } from './limits.ts'
import { CommentBodyInput } from './schema/body.ts'
import { Comment } from './schema/comment.ts'
import { CommentReply } from './schema/reply.ts'
import * as service from './service.ts'

const spaceIdText = 'Id of the space.'
const commentIdText = 'Id of the comment.'
const replyIdText = 'Id of the reply.'

builder.queryFields((t) => ({
  comment: t.field({
    type: Comment,
    description: 'A comment on a space.',
    authScopes: { read: true },
    args: {
      id: t.arg.id({ required: true, description: commentIdText }),
      spaceId: t.arg.id({ required: true, description: spaceIdText }),
    },
    resolve: async (_root, { id, spaceId }, context) =>
      (await service.loadComment(context, { spaceId, commentId: id })).comment,
  }),
  commentReply: t.field({
    type: CommentReply,
    description: 'A reply to a comment.',
    authScopes: { read: true },
    args: {
      id: t.arg.id({ required: true, description: replyIdText }),
      commentId: t.arg.id({ required: true, description: commentIdText }),
      spaceId: t.arg.id({ required: true, description: spaceIdText }),
    },
    resolve: async (_root, { id, commentId, spaceId }, context) =>
      (await service.loadReply(context, { spaceId, commentId, replyId: id })).reply,
  }),
}))

const CreateCommentInput = builder.inputType('CreateCommentInput', {
  description: 'A new comment.',
  fields: (t) => ({
    node: t.string({ description: 'Id of the part of the page it is on.', ...limited(commentLimits.node) }),
    page: t.id({ description: 'Id of the page it is on; the space as a whole if absent.' }),
    body: t.field({ type: CommentBodyInput, required: true, description: 'What it says.' }),
  }),
})

const UpdateCommentInput = builder.inputType('UpdateCommentInput', {
  description: 'Changes to a comment. Absent members stay as they are.',
  fields: (t) => ({
    resolved: t.boolean({ description: 'Resolves it, or opens it again.' }),
    body: t.field({ type: CommentBodyInput, description: 'What it says.' }),
    addedReactions: t.stringList({
      description: 'Emoji the caller reacts with.',
      ...limited(commentLimits.reactions),
    }),
    removedReactions: t.stringList({
      description: 'Emoji the caller takes back.',
      ...limited(commentLimits.reactions),
    }),
  }),
})

const CreateCommentReplyInput = builder.inputType('CreateCommentReplyInput', {
  description: 'A new reply.',
  fields: (t) => ({
    body: t.field({ type: CommentBodyInput, required: true, description: 'What it says.' }),
  }),
})

const UpdateCommentReplyInput = builder.inputType('UpdateCommentReplyInput', {
  description: 'Changes to a reply. Absent members stay as they are.',
  fields: (t) => ({
    body: t.field({ type: CommentBodyInput, description: 'What it says.' }),
    addedReactions: t.stringList({
      description: 'Emoji the caller reacts with.',
      ...limited(commentLimits.reactions),
    }),
    removedReactions: t.stringList({
      description: 'Emoji the caller takes back.',
      ...limited(commentLimits.reactions),
    }),
  }),
})

builder.mutationFields((t) => {
  const spaceId = t.arg.id({ required: true, description: spaceIdText })
  const commentId = t.arg.id({ required: true, description: commentIdText })
  const replyId = t.arg.id({ required: true, description: replyIdText })
  const authScopes = { write: true }
  return {
    createComment: t.field({
      type: Comment,
      description: 'Comments on a space or a page.',
      authScopes,
      args: {
        spaceId,
        input: t.arg({ type: CreateCommentInput, required: true, description: 'The comment.' }),
      },
      resolve: (_root, args, context) => service.createComment(context, args.spaceId, args.input),
    }),
    updateComment: t.field({
      type: Comment,
      description: 'Edits, resolves or opens again a comment, or changes the caller’s reactions to it.',
      authScopes,
      args: {
        spaceId,
        commentId,
        input: t.arg({ type: UpdateCommentInput, required: true, description: 'What to change.' }),
      },
      resolve: (_root, args, context) => service.updateComment(context, args, args.input),
    }),
    deleteComment: t.id({
      description: 'Deletes a comment with its replies.',
      authScopes,
      args: { spaceId, commentId },
      resolve: (_root, args, context) => service.deleteComment(context, args),
    }),
    createCommentReply: t.field({
      type: CommentReply,
      description: 'Replies to a comment.',
      authScopes,
      args: {
        spaceId,
        commentId,
        input: t.arg({ type: CreateCommentReplyInput, required: true, description: 'The reply.' }),
      },
      resolve: (_root, args, context) => service.createCommentReply(context, args, args.input),
    }),
    updateCommentReply: t.field({
      type: CommentReply,
      description: 'Edits a reply, or changes the caller’s reactions to it.',
      authScopes,
      args: {
        spaceId,
        commentId,
        replyId,
        input: t.arg({ type: UpdateCommentReplyInput, required: true, description: 'What to change.' }),
      },
      resolve: (_root, args, context) => service.updateCommentReply(context, args, args.input),
    }),
    deleteCommentReply: t.id({
      description: 'Deletes a reply.',
      authScopes,
      args: { spaceId, commentId, replyId },
      resolve: (_root, args, context) => service.deleteCommentReply(context, args),
    }),
  }
})
