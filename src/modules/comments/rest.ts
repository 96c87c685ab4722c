import { body, empty, list, one, path, query, type Route, route } from '../../rest/route.ts'
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
  target {
    node { id preview }
    page { id title emoji icon createdAt updatedAt path outdated }
    changeRequest review space revision
  }
}
${userBody}`

export const commentReplyBody = `
fragment CommentReplyBody on CommentReply { id ${written} }
${userBody}`

const tag = 'Space comments'
const base = '/spaces/:spaceId/comments'
const inSpace = { spaceId: path('spaceId'), commentId: path('commentId') }
const format = query('format')
const paging = { first: query('limit'), after: query('page') }

export const commentRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: base,
    tag,
    summary: 'The comments on a space',
    operation: `query ListComments(
      $id: ID!, $first: Int, $after: String, $format: DocumentFormat,
      $order: OrderDirection = DESC, $status: CommentStatusFilter = ALL, $targetPage: ID, $authors: [ID!]
    ) {
      space(id: $id) {
        comments(
          first: $first, after: $after, order: $order, status: $status, targetPage: $targetPage, authors: $authors
        ) { totalCount pageInfo { hasNextPage endCursor } nodes { ...CommentBody } }
      }
    }`,
    fragments: [commentBody],
    variables: {
      id: path('spaceId'),
      ...paging,
      format,
      order: query('order'),
      status: query('status'),
      targetPage: query('targetPage'),
      authors: query('authors'),
    },
    respond: list('space.comments'),
  }),
  route({
    method: 'POST',
    path: base,
    tag,
    summary: 'Comment on a space or a page',
    operation: `mutation CreateComment($spaceId: ID!, $input: CreateCommentInput!, $format: DocumentFormat) {
      createComment(spaceId: $spaceId, input: $input) { ...CommentBody }
    }`,
    fragments: [commentBody],
    variables: { spaceId: path('spaceId'), input: body(), format },
    respond: one('createComment'),
  }),
  route({
    method: 'GET',
    path: `${base}/:commentId`,
    tag,
    summary: 'A comment',
    operation: `query GetComment($spaceId: ID!, $commentId: ID!, $format: DocumentFormat) {
      comment(id: $commentId, spaceId: $spaceId) { ...CommentBody }
    }`,
    fragments: [commentBody],
    variables: { ...inSpace, format },
    respond: one('comment'),
  }),
  route({
    method: 'PUT',
    path: `${base}/:commentId`,
    tag,
    summary: 'Edit, resolve or react to a comment',
    operation: `mutation UpdateComment(
      $spaceId: ID!, $commentId: ID!, $input: UpdateCommentInput!, $format: DocumentFormat
    ) {
      updateComment(spaceId: $spaceId, commentId: $commentId, input: $input) { ...CommentBody }
    }`,
    fragments: [commentBody],
    variables: { ...inSpace, input: body(), format },
    respond: one('updateComment'),
  }),
  route({
    method: 'DELETE',
    path: `${base}/:commentId`,
    tag,
    summary: 'Delete a comment with its replies',
    operation: `mutation DeleteComment($spaceId: ID!, $commentId: ID!) {
      deleteComment(spaceId: $spaceId, commentId: $commentId)
    }`,
    variables: inSpace,
    respond: empty(),
    status: 205,
  }),
  route({
    method: 'GET',
    path: `${base}/:commentId/replies`,
    tag,
    summary: 'The replies to a comment',
    operation: `query ListCommentReplies(
      $spaceId: ID!, $commentId: ID!, $first: Int, $after: String, $format: DocumentFormat
    ) {
      comment(id: $commentId, spaceId: $spaceId) {
        replies(first: $first, after: $after) {
          totalCount pageInfo { hasNextPage endCursor } nodes { ...CommentReplyBody }
        }
      }
    }`,
    fragments: [commentReplyBody],
    variables: { ...inSpace, ...paging, format },
    respond: list('comment.replies'),
  }),
  route({
    method: 'POST',
    path: `${base}/:commentId/replies`,
    tag,
    summary: 'Reply to a comment',
    operation: `mutation CreateCommentReply(
      $spaceId: ID!, $commentId: ID!, $input: CreateCommentReplyInput!, $format: DocumentFormat
    ) {
      createCommentReply(spaceId: $spaceId, commentId: $commentId, input: $input) { ...CommentReplyBody }
    }`,
    fragments: [commentReplyBody],
    variables: { ...inSpace, input: body(), format },
    respond: one('createCommentReply'),
  }),
  route({
    method: 'GET',
    path: `${base}/:commentId/replies/:commentReplyId`,
    tag,
    summary: 'A reply',
    operation: `query GetCommentReply($spaceId: ID!, $commentId: ID!, $replyId: ID!, $format: DocumentFormat) {
      commentReply(id: $replyId, commentId: $commentId, spaceId: $spaceId) { ...CommentReplyBody }
    }`,
    fragments: [commentReplyBody],
    variables: { ...inSpace, replyId: path('commentReplyId'), format },
    respond: one('commentReply'),
  }),
  route({
    method: 'PUT',
    path: `${base}/:commentId/replies/:commentReplyId`,
    tag,
    summary: 'Edit or react to a reply',
    operation: `mutation UpdateCommentReply(
      $spaceId: ID!, $commentId: ID!, $replyId: ID!, $input: UpdateCommentReplyInput!, $format: DocumentFormat
    ) {
      updateCommentReply(spaceId: $spaceId, commentId: $commentId, replyId: $replyId, input: $input) {
        ...CommentReplyBody
      }
    }`,
    fragments: [commentReplyBody],
    variables: { ...inSpace, replyId: path('commentReplyId'), input: body(), format },
    respond: one('updateCommentReply'),
  }),
  route({
    method: 'DELETE',
    path: `${base}/:commentId/replies/:commentReplyId`,
    tag,
    summary: 'Delete a reply',
    operation: `mutation DeleteCommentReply($spaceId: ID!, $commentId: ID!, $replyId: ID!) {
      deleteCommentReply(spaceId: $spaceId, commentId: $commentId, replyId: $replyId)
    }`,
    variables: { ...inSpace, replyId: path('commentReplyId') },
    respond: empty(),
    status: 205,
  }),
]
