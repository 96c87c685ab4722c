import './schema/commenters.ts'
import { builder } from '../../graphql/builder.ts'
import { limited } from '../../graphql/validation.ts'
import { commentLimits } from './limits.ts'
import { CommentBodyInput } from './schema/body.ts'
import { Comment } from './schema/comment.ts'
import { CommentReply } from './schema/reply.ts'
import * as service from './service.ts'

const spaceIdText = 'Id of the space.'
const commentIdText = 'Id of the comment.'
const changeRequestIdText =
  'Id or number of the change request it is on; absent for the content of the space.'
const replyIdText = 'Id of the reply.'

builder.queryFields((t) => ({
  comment: t.field({
    type: Comment,
    description: 'A comment on a space or a change request.',
    authScopes: { read: true },
    args: {
      id: t.arg.id({ required: true, description: commentIdText }),
      spaceId: t.arg.id({ required: true, description: spaceIdText }),
      changeRequestId: t.arg.id({ description: changeRequestIdText }),
    },
    resolve: async (_root, { id, ...address }, context) =>
      (await service.loadComment(context, { ...address, commentId: id })).comment,
  }),
  commentReply: t.field({
    type: CommentReply,
    description: 'A reply to a comment.',
    authScopes: { read: true },
    args: {
      id: t.arg.id({ required: true, description: replyIdText }),
      commentId: t.arg.id({ required: true, description: commentIdText }),
      spaceId: t.arg.id({ required: true, description: spaceIdText }),
      changeRequestId: t.arg.id({ description: changeRequestIdText }),
    },
    resolve: async (_root, { id, ...address }, context) =>
      (await service.loadReply(context, { ...address, replyId: id })).reply,
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
  const changeRequestId = t.arg.id({ description: changeRequestIdText })
  const commentId = t.arg.id({ required: true, description: commentIdText })
  const replyId = t.arg.id({ required: true, description: replyIdText })
  const authScopes = { write: true }
  return {
    createComment: t.field({
      type: Comment,
      description: 'Comments on a space, a change request, or a page of either.',
      authScopes,
      args: {
        spaceId,
        changeRequestId,
        input: t.arg({ type: CreateCommentInput, required: true, description: 'The comment.' }),
      },
      resolve: (_root, args, context) => service.createComment(context, args, args.input),
    }),
    updateComment: t.field({
      type: Comment,
      description: 'Edits, resolves or opens again a comment, or changes the caller’s reactions to it.',
      authScopes,
      args: {
        spaceId,
        changeRequestId,
        commentId,
        input: t.arg({ type: UpdateCommentInput, required: true, description: 'What to change.' }),
      },
      resolve: (_root, args, context) => service.updateComment(context, args, args.input),
    }),
    deleteComment: t.id({
      description: 'Deletes a comment with its replies.',
      authScopes,
      args: { spaceId, changeRequestId, commentId },
      resolve: (_root, args, context) => service.deleteComment(context, args),
    }),
    createCommentReply: t.field({
      type: CommentReply,
      description: 'Replies to a comment.',
      authScopes,
      args: {
        spaceId,
        changeRequestId,
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
        changeRequestId,
        commentId,
        replyId,
        input: t.arg({ type: UpdateCommentReplyInput, required: true, description: 'What to change.' }),
      },
      resolve: (_root, args, context) => service.updateCommentReply(context, args, args.input),
    }),
    deleteCommentReply: t.id({
      description: 'Deletes a reply.',
      authScopes,
      args: { spaceId, changeRequestId, commentId, replyId },
      resolve: (_root, args, context) => service.deleteCommentReply(context, args),
    }),
  }
})
