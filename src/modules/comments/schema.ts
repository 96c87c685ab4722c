import './schema/commenters.ts'
import { limited } from '../../base/validation.ts'
import { single } from '../../graph/declare/model.ts'
import { builder } from '../../graphql/builder.ts'
import { mutation, readAfter } from '../../graphql/payload.ts'
import { ChangeRequest } from '../change-requests/schema/change-request.ts'
import { Space } from '../spaces/schema.ts'
import { commentLimits } from './limits.ts'
import { authorPermission, commentIn, updatePermission } from './policy.ts'
import { CommentBodyInput } from './schema/body.ts'
import { Comment } from './schema/comment.ts'
import { CommentReply } from './schema/reply.ts'
import * as service from './service.ts'

const spaceIdText =
  'Id of the space that it must belong to. Not checked if omitted; required with the number of a change request.'
const commentIdText = 'Id of the comment.'
const changeRequestIdText =
  'Id or number of the change request. Omit it for comments on the content of the space, and for a comment that is named by its id alone.'
const replyIdText = 'Id of the reply.'

builder.queryFields((t) => ({
  comment: single(t, Comment, {
    description: 'A comment on a space or a change request.',
    permission: 'space:view',
    args: {
      id: t.arg.id({ required: true, description: commentIdText }),
      spaceId: t.arg.id({ description: spaceIdText }),
      changeRequestId: t.arg.id({ description: changeRequestIdText }),
    },
    where: ({ id, ...address }) => commentIn({ ...address, commentId: id }),
  }),
  commentReply: single(t, CommentReply, {
    description: 'A reply to a comment.',
    permission: 'space:view',
    args: {
      id: t.arg.id({ required: true, description: replyIdText }),
      commentId: t.arg.id({ required: true, description: commentIdText }),
      spaceId: t.arg.id({ description: spaceIdText }),
      changeRequestId: t.arg.id({ description: changeRequestIdText }),
    },
    where: ({ id, ...address }) => ({ id, comment: commentIn(address) }),
  }),
}))

const CreateCommentInput = builder.inputType('CreateCommentInput', {
  description: 'A new comment.',
  fields: (t) => ({
    node: t.string({
      description: 'Id of the node that the comment refers to.',
      ...limited(commentLimits.node),
    }),
    page: t.id({ description: 'Id of the page that the comment refers to. Defaults to the whole space.' }),
    body: t.field({
      type: CommentBodyInput,
      required: true,
      description: 'The text of the comment or reply.',
    }),
  }),
})

const UpdateCommentInput = builder.inputType('UpdateCommentInput', {
  description: 'Changes to a comment. Omitted fields stay unchanged.',
  fields: (t) => ({
    isResolved: t.boolean({
      description: 'True resolves the comment, false reopens it.',
      extensions: { rest: 'resolved' },
    }),
    body: t.field({ type: CommentBodyInput, description: 'The new text.' }),
    addedReactions: t.stringList({
      description: 'Emojis to add to the reactions of the caller.',
      ...limited(commentLimits.reactions),
    }),
    removedReactions: t.stringList({
      description: 'Emojis to remove from the reactions of the caller.',
      ...limited(commentLimits.reactions),
    }),
  }),
})

const CreateCommentReplyInput = builder.inputType('CreateCommentReplyInput', {
  description: 'A new reply.',
  fields: (t) => ({
    body: t.field({
      type: CommentBodyInput,
      required: true,
      description: 'The text of the comment or reply.',
    }),
  }),
})

const UpdateCommentReplyInput = builder.inputType('UpdateCommentReplyInput', {
  description: 'Changes to a reply. Omitted fields stay unchanged.',
  fields: (t) => ({
    body: t.field({ type: CommentBodyInput, description: 'The new text.' }),
    addedReactions: t.stringList({
      description: 'Emojis to add to the reactions of the caller.',
      ...limited(commentLimits.reactions),
    }),
    removedReactions: t.stringList({
      description: 'Emojis to remove from the reactions of the caller.',
      ...limited(commentLimits.reactions),
    }),
  }),
})

const discussed = readAfter(
  ChangeRequest,
  'The change request. Null for a comment on the primary content, or if the caller may no longer see it.',
)

const repliedTo = readAfter(
  Comment,
  'The comment that it replies to. Null if the caller may no longer see it.',
)

builder.mutationFields((t) => {
  const spaceId = t.arg.id({ description: spaceIdText })
  const changeRequestId = t.arg.id({ description: changeRequestIdText })
  const commentId = t.arg.id({ required: true, description: commentIdText })
  const replyId = t.arg.id({ required: true, description: replyIdText })
  return {
    createComment: mutation(t, {
      description: 'Creates a comment on a space, a change request, or one of their pages.',
      permission: 'space:comment',
      args: {
        spaceId,
        changeRequestId,
        input: t.arg({ type: CreateCommentInput, required: true, description: 'The comment.' }),
      },
      target: { type: 'Comment' },
      payload: { comment: Comment, changeRequest: discussed },
      resolve: async (_root, args, context) => {
        const comment = await service.createComment(context, args, args.input)
        return { comment, changeRequest: comment.changeRequestId }
      },
    }),
    updateComment: mutation(t, {
      description: 'Edits, resolves or reopens a comment, or changes the reactions of the caller.',
      permission: updatePermission,
      args: {
        spaceId,
        changeRequestId,
        commentId,
        input: t.arg({ type: UpdateCommentInput, required: true, description: 'Fields to update.' }),
      },
      target: { type: 'Comment', id: 'commentId' },
      payload: { comment: Comment, changeRequest: discussed },
      resolve: async (_root, args, context) => {
        const comment = await service.updateComment(context, args, args.input)
        return { comment, changeRequest: comment.changeRequestId }
      },
    }),
    deleteComment: mutation(t, {
      description: 'Deletes a comment with its replies.',
      permission: authorPermission,
      args: { spaceId, changeRequestId, commentId },
      target: { type: 'Comment', id: 'commentId' },
      payload: {
        deletedCommentId: 'ID',
        space: readAfter(Space, 'The space. Null if the caller may no longer see it.'),
        changeRequest: discussed,
      },
      resolve: async (_root, args, context) => {
        const { id, spaceId, changeRequestId } = await service.deleteComment(context, args)
        return { deletedCommentId: id, space: spaceId, changeRequest: changeRequestId }
      },
    }),
    createCommentReply: mutation(t, {
      description: 'Creates a reply to a comment.',
      permission: 'space:comment',
      args: {
        spaceId,
        changeRequestId,
        commentId,
        input: t.arg({ type: CreateCommentReplyInput, required: true, description: 'The reply.' }),
      },
      target: { type: 'CommentReply' },
      payload: { commentReply: CommentReply, comment: repliedTo },
      resolve: async (_root, args, context) => {
        const commentReply = await service.createCommentReply(context, args, args.input)
        return { commentReply, comment: commentReply.commentId }
      },
    }),
    updateCommentReply: mutation(t, {
      description: 'Edits a reply, or changes the reactions of the caller.',
      permission: updatePermission,
      args: {
        spaceId,
        changeRequestId,
        commentId,
        replyId,
        input: t.arg({ type: UpdateCommentReplyInput, required: true, description: 'Fields to update.' }),
      },
      target: { type: 'CommentReply' },
      payload: { commentReply: CommentReply, comment: repliedTo },
      resolve: async (_root, args, context) => {
        const commentReply = await service.updateCommentReply(context, args, args.input)
        return { commentReply, comment: commentReply.commentId }
      },
    }),
    deleteCommentReply: mutation(t, {
      description: 'Deletes a reply.',
      permission: authorPermission,
      args: { spaceId, changeRequestId, commentId, replyId },
      target: { type: 'CommentReply' },
      payload: {
        deletedCommentReplyId: 'ID',
        comment: repliedTo,
      },
      resolve: async (_root, args, context) => {
        const { id, commentId } = await service.deleteCommentReply(context, args)
        return { deletedCommentReplyId: id, comment: commentId }
      },
    }),
  }
})
