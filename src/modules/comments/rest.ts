import { body, empty, list, one, path, query, queryOr, type Route, route } from '../../rest/route.ts'
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

export const commentReplyBody = `
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
  /** Variable declarations and arguments that select it. */
  readonly declared: string
  readonly named: string
  /** The field with the list of comments, and its path in the result. */
  readonly owner: string
  readonly at: string
  readonly sources: Record<string, ReturnType<typeof path>>
}

const format = query('format')
const paging = { first: query('limit'), after: query('page') }

const discussionRoutes = (of: Discussion): readonly Route[] => [
  route({
    method: 'GET',
    path: `${of.prefix}/comments`,
    tag: of.tag,
    summary: `List the comments on ${of.what}`,
    operation: `query ${of.names.list}(
      ${of.declared}, $first: Int, $after: String, $format: DocumentFormat,
      $order: OrderDirection! = DESC, $status: [CommentStatus!], $targetPage: ID, $authors: [ID!]
    ) {
      ${of.owner} {
        comments(
          first: $first, after: $after, orderBy: { field: CREATED_AT, direction: $order },
          status: $status, targetPage: $targetPage, authors: $authors
        ) { totalCount pageInfo { hasNextPage endCursor } nodes { ...CommentBody } }
      }
    }`,
    fragments: [commentBody],
    variables: {
      ...of.sources,
      ...paging,
      format,
      order: query('order'),
      status: queryOr('status', 'all'),
      targetPage: query('targetPage'),
      authors: query('authors'),
    },
    respond: list(`${of.at}.comments`),
  }),
  route({
    method: 'POST',
    path: `${of.prefix}/comments`,
    tag: of.tag,
    summary: `Create a comment on ${of.what} or one of its pages`,
    operation: `mutation ${of.names.create}(${of.declared}, $input: CreateCommentInput!, $format: DocumentFormat) {
      createComment(${of.named}, input: $input) { comment { ...CommentBody } }
    }`,
    fragments: [commentBody],
    variables: { ...of.sources, input: body(), format },
    respond: one('createComment.comment'),
  }),
  route({
    method: 'GET',
    path: `${of.prefix}/comments/:commentId`,
    tag: of.tag,
    summary: 'Get a comment',
    operation: `query ${of.names.get}(${of.declared}, $commentId: ID!, $format: DocumentFormat) {
      comment(id: $commentId, ${of.named}) { ...CommentBody }
    }`,
    fragments: [commentBody],
    variables: { ...of.sources, commentId: path('commentId'), format },
    respond: one('comment'),
  }),
  route({
    method: 'PUT',
    path: `${of.prefix}/comments/:commentId`,
    tag: of.tag,
    summary: 'Edit, resolve, reopen or react to a comment',
    operation: `mutation ${of.names.update}(
      ${of.declared}, $commentId: ID!, $input: UpdateCommentInput!, $format: DocumentFormat
    ) {
      updateComment(${of.named}, commentId: $commentId, input: $input) { comment { ...CommentBody } }
    }`,
    fragments: [commentBody],
    variables: { ...of.sources, commentId: path('commentId'), input: body(), format },
    respond: one('updateComment.comment'),
  }),
  route({
    method: 'DELETE',
    path: `${of.prefix}/comments/:commentId`,
    tag: of.tag,
    summary: 'Delete a comment with its replies',
    operation: `mutation ${of.names.delete}(${of.declared}, $commentId: ID!) {
      deleteComment(${of.named}, commentId: $commentId) { deletedCommentId }
    }`,
    variables: { ...of.sources, commentId: path('commentId') },
    respond: empty(),
    status: 205,
  }),
  route({
    method: 'GET',
    path: `${of.prefix}/comments/:commentId/replies`,
    tag: of.tag,
    summary: 'List the replies to a comment',
    operation: `query ${of.names.listReplies}(
      ${of.declared}, $commentId: ID!, $first: Int, $after: String, $format: DocumentFormat
    ) {
      comment(id: $commentId, ${of.named}) {
        replies(first: $first, after: $after) {
          totalCount pageInfo { hasNextPage endCursor } nodes { ...CommentReplyBody }
        }
      }
    }`,
    fragments: [commentReplyBody],
    variables: { ...of.sources, commentId: path('commentId'), ...paging, format },
    respond: list('comment.replies'),
  }),
  route({
    method: 'POST',
    path: `${of.prefix}/comments/:commentId/replies`,
    tag: of.tag,
    summary: 'Create a reply to a comment',
    operation: `mutation ${of.names.createReply}(
      ${of.declared}, $commentId: ID!, $input: CreateCommentReplyInput!, $format: DocumentFormat
    ) {
      createCommentReply(${of.named}, commentId: $commentId, input: $input) {
        commentReply { ...CommentReplyBody }
      }
    }`,
    fragments: [commentReplyBody],
    variables: { ...of.sources, commentId: path('commentId'), input: body(), format },
    respond: one('createCommentReply.commentReply'),
  }),
  route({
    method: 'GET',
    path: `${of.prefix}/comments/:commentId/replies/:commentReplyId`,
    tag: of.tag,
    summary: 'Get a reply',
    operation: `query ${of.names.getReply}(${of.declared}, $commentId: ID!, $replyId: ID!, $format: DocumentFormat) {
      commentReply(id: $replyId, commentId: $commentId, ${of.named}) { ...CommentReplyBody }
    }`,
    fragments: [commentReplyBody],
    variables: { ...of.sources, commentId: path('commentId'), replyId: path('commentReplyId'), format },
    respond: one('commentReply'),
  }),
  route({
    method: 'PUT',
    path: `${of.prefix}/comments/:commentId/replies/:commentReplyId`,
    tag: of.tag,
    summary: 'Edit or react to a reply',
    operation: `mutation ${of.names.updateReply}(
      ${of.declared}, $commentId: ID!, $replyId: ID!, $input: UpdateCommentReplyInput!, $format: DocumentFormat
    ) {
      updateCommentReply(${of.named}, commentId: $commentId, replyId: $replyId, input: $input) {
        commentReply { ...CommentReplyBody }
      }
    }`,
    fragments: [commentReplyBody],
    variables: {
      ...of.sources,
      commentId: path('commentId'),
      replyId: path('commentReplyId'),
      input: body(),
      format,
    },
    respond: one('updateCommentReply.commentReply'),
  }),
  route({
    method: 'DELETE',
    path: `${of.prefix}/comments/:commentId/replies/:commentReplyId`,
    tag: of.tag,
    summary: 'Delete a reply',
    operation: `mutation ${of.names.deleteReply}(${of.declared}, $commentId: ID!, $replyId: ID!) {
      deleteCommentReply(${of.named}, commentId: $commentId, replyId: $replyId) { deletedCommentReplyId }
    }`,
    variables: { ...of.sources, commentId: path('commentId'), replyId: path('commentReplyId') },
    respond: empty(),
    status: 205,
  }),
  route({
    method: 'GET',
    path: `${of.prefix}/commenters`,
    tag: of.tag,
    summary: `List the members who wrote comments or replies on ${of.what}`,
    operation: `query ${of.names.commenters}(${of.declared}, $first: Int, $after: String) {
      ${of.owner} {
        commenters(first: $first, after: $after) {
          totalCount pageInfo { hasNextPage endCursor } nodes { ...MemberBody }
        }
      }
    }`,
    fragments: [memberBody],
    variables: { ...of.sources, ...paging },
    respond: list(`${of.at}.commenters`),
  }),
]

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
  declared: '$spaceId: ID!',
  named: 'spaceId: $spaceId',
  owner: 'space(id: $spaceId)',
  at: 'space',
  sources: { spaceId: path('spaceId') },
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
  declared: '$spaceId: ID!, $changeRequestId: ID!',
  named: 'spaceId: $spaceId, changeRequestId: $changeRequestId',
  owner: 'changeRequest(id: $changeRequestId, spaceId: $spaceId)',
  at: 'changeRequest',
  sources: { spaceId: path('spaceId'), changeRequestId: path('changeRequestId') },
})

export const commentRoutes: readonly Route[] = [...ofSpace, ...ofChangeRequest]
