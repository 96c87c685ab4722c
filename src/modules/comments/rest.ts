import { query, queryOr } from '../../rest/route.ts'
import { type Row, routesOf, variable } from '../../rest/row.ts'
import { memberBody } from '../members/rest.ts'
import { userBody } from '../users/rest.ts'

const written = `
  postedBy { ...UserBody } postedAt editedAt
  reactions { emoji count users { user { ...UserBody } reactedAt } }
  body(format: $format) { markdown document }
  urls { location }
  permissions { view edit reply react delete }`

export const commentBody = `
fragment CommentBody on Comment {
  id ${written}
  status resolvedAt resolvedBy { ...UserBody } replies: replyCount
  repliers { user { ...UserBody } count updatedAt }
  target {
    node { id: nodeId preview }
    page { id: pageId title emoji icon createdAt updatedAt path outdated: isOutdated }
    changeRequest review space revision
  }
}
${userBody}`

const commentReplyBody = `
fragment CommentReplyBody on CommentReply { id ${written} }
${userBody}`

/** The content that comments belong to: that of a space or of a change request. */
interface Discussion {
  readonly tag: string
  readonly what: string
  readonly prefix: `/${string}`
  readonly names: Readonly<
    Record<
      | 'list'
      | 'create'
      | 'get'
      | 'update'
      | 'delete'
      | 'listReplies'
      | 'createReply'
      | 'getReply'
      | 'updateReply'
      | 'deleteReply'
      | 'commenters',
      string
    >
  >
  /** The field with the list of comments. */
  readonly owner: string
}

const inputs = { format: variable('DocumentFormat', query('format')) }

const listInputs = {
  ...inputs,
  orderBy: '{ field: CREATED_AT, direction: $order }',
  order: variable('OrderDirection! = DESC', query('order')),
  status: queryOr('status', 'all'),
  targetPage: query('targetPage'),
  authors: query('authors'),
}

function discussionRoutes({ tag, what, prefix, names, owner }: Discussion): readonly Row[] {
  const route = routesOf(tag)
  const comments = `${prefix}/comments` as const
  const comment = `${comments}/:commentId` as const
  const reply = `${comment}/replies/:commentReplyId` as const
  return [
    route('GET', comments, `${owner}.comments`, {
      name: names.list,
      summary: `List the comments on ${what}`,
      reply: commentBody,
      inputs: listInputs,
    }),
    route('POST', comments, 'createComment.comment', {
      name: names.create,
      summary: `Create a comment on ${what} or one of its pages`,
      reply: commentBody,
      inputs,
    }),
    route('GET', comment, 'comment', {
      name: names.get,
      summary: 'Get a comment',
      reply: commentBody,
      inputs,
    }),
    route('PUT', comment, 'updateComment.comment', {
      name: names.update,
      summary: 'Edit, resolve, reopen or react to a comment',
      reply: commentBody,
      inputs,
    }),
    route('DELETE', comment, 'deleteComment.deletedCommentId', {
      name: names.delete,
      summary: 'Delete a comment with its replies',
      status: 205,
    }),
    route('GET', `${comment}/replies`, 'comment.replies', {
      name: names.listReplies,
      summary: 'List the replies to a comment',
      reply: commentReplyBody,
      inputs,
    }),
    route('POST', `${comment}/replies`, 'createCommentReply.commentReply', {
      name: names.createReply,
      summary: 'Create a reply to a comment',
      reply: commentReplyBody,
      inputs,
    }),
    route('GET', reply, 'commentReply', {
      name: names.getReply,
      summary: 'Get a reply',
      reply: commentReplyBody,
      inputs,
    }),
    route('PUT', reply, 'updateCommentReply.commentReply', {
      name: names.updateReply,
      summary: 'Edit or react to a reply',
      reply: commentReplyBody,
      inputs,
    }),
    route('DELETE', reply, 'deleteCommentReply.deletedCommentReplyId', {
      name: names.deleteReply,
      summary: 'Delete a reply',
      status: 205,
    }),
    route('GET', `${prefix}/commenters`, `${owner}.commenters`, {
      name: names.commenters,
      summary: `List the members who wrote comments or replies on ${what}`,
      reply: memberBody,
    }),
  ]
}

const ofSpace = discussionRoutes({
  tag: 'Space comments',
  what: 'a space',
  prefix: '/spaces/:spaceId',
  names: {
    list: 'ListComments',
    create: 'CreateComment',
    get: 'GetComment',
    update: 'UpdateComment',
    delete: 'DeleteComment',
    listReplies: 'ListCommentReplies',
    createReply: 'CreateCommentReply',
    getReply: 'GetCommentReply',
    updateReply: 'UpdateCommentReply',
    deleteReply: 'DeleteCommentReply',
    commenters: 'ListCommentersInSpace',
  },
  owner: 'space',
})

const ofChangeRequest = discussionRoutes({
  tag: 'Change request comments',
  what: 'a change request',
  prefix: '/spaces/:spaceId/change-requests/:changeRequestId',
  names: {
    list: 'ListCommentsInChangeRequest',
    create: 'PostCommentInChangeRequest',
    get: 'GetCommentInChangeRequest',
    update: 'UpdateCommentInChangeRequest',
    delete: 'DeleteCommentInChangeRequest',
    listReplies: 'ListCommentRepliesInChangeRequest',
    createReply: 'PostCommentReplyInChangeRequest',
    getReply: 'GetCommentReplyInChangeRequest',
    updateReply: 'UpdateCommentReplyInChangeRequest',
    deleteReply: 'DeleteCommentReplyInChangeRequest',
    commenters: 'ListCommentersInChangeRequest',
  },
  owner: 'changeRequest',
})

export const commentRoutes: readonly Row[] = [...ofSpace, ...ofChangeRequest]
