import { body, empty, list, one, path, query, type Route, route } from '../../rest/route.ts'
import { commentBody } from '../comments/rest.ts'
import { userBody } from '../users/rest.ts'

const reviewBody = `
fragment ReviewBody on ChangeRequestReview {
  id revision: revisionId reviewer { ...UserBody } requestedBy { ...UserBody } status outdated: isOutdated
  comment { ...CommentBody } createdAt updatedAt
  urls { location }
}
${commentBody}
${userBody}`

const requestedReviewerBody = `
fragment RequestedReviewerBody on ChangeRequestRequestedReviewer {
  kind revision: revisionId user { ...UserBody } requestedBy { ...UserBody } createdAt
}
${userBody}`

const tag = 'Change requests'
const base = '/spaces/:spaceId/change-requests/:changeRequestId'
const address = { spaceId: path('spaceId'), changeRequestId: path('changeRequestId') }
const paging = { first: query('limit'), after: query('page') }
const format = query('format')

export const reviewRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: `${base}/reviews`,
    tag,
    summary: 'List the reviews of a change request, newest first',
    operation: `query ListChangeRequestReviews(
      $spaceId: ID!, $changeRequestId: ID!, $first: Int, $after: String, $outdated: Boolean, $format: DocumentFormat
    ) {
      changeRequest(spaceId: $spaceId, id: $changeRequestId) {
        reviews(first: $first, after: $after, outdated: $outdated) {
          totalCount pageInfo { hasNextPage endCursor } nodes { ...ReviewBody }
        }
      }
    }`,
    fragments: [reviewBody],
    variables: { ...address, ...paging, outdated: query('outdated'), format },
    respond: list('changeRequest.reviews'),
  }),
  route({
    method: 'POST',
    path: `${base}/reviews`,
    tag,
    summary: 'Create a review of a change request',
    operation: `mutation SubmitChangeRequestReview(
      $spaceId: ID!, $changeRequestId: ID!, $input: CreateChangeRequestReviewInput!, $format: DocumentFormat
    ) {
      createChangeRequestReview(spaceId: $spaceId, changeRequestId: $changeRequestId, input: $input) {
        changeRequestReview { ...ReviewBody }
      }
    }`,
    fragments: [reviewBody],
    variables: { ...address, input: body(), format },
    respond: one('createChangeRequestReview.changeRequestReview'),
    status: 201,
  }),
  route({
    method: 'GET',
    path: `${base}/reviews/:reviewId`,
    tag,
    summary: 'Get a review of a change request',
    operation: `query GetChangeRequestReview(
      $spaceId: ID!, $changeRequestId: ID!, $reviewId: ID!, $format: DocumentFormat
    ) {
      changeRequestReview(spaceId: $spaceId, changeRequestId: $changeRequestId, reviewId: $reviewId) {
        ...ReviewBody
      }
    }`,
    fragments: [reviewBody],
    variables: { ...address, reviewId: path('reviewId'), format },
    respond: one('changeRequestReview'),
  }),
  route({
    method: 'GET',
    path: `${base}/requested-reviewers`,
    tag,
    summary: 'List the requested reviewers of a change request',
    operation: `query GetRequestedReviewersByChangeRequestId(
      $spaceId: ID!, $changeRequestId: ID!, $first: Int, $after: String
    ) {
      changeRequest(spaceId: $spaceId, id: $changeRequestId) {
        requestedReviewers(first: $first, after: $after) {
          totalCount pageInfo { hasNextPage endCursor } nodes { ...RequestedReviewerBody }
        }
      }
    }`,
    fragments: [requestedReviewerBody],
    variables: { ...address, ...paging },
    respond: list('changeRequest.requestedReviewers'),
  }),
  route({
    method: 'POST',
    path: `${base}/requested-reviewers`,
    tag,
    summary: 'Request reviews of a change request from users',
    operation: `mutation RequestReviewersForChangeRequest(
      $spaceId: ID!, $changeRequestId: ID!, $input: RequestChangeRequestReviewsInput!
    ) {
      requestChangeRequestReviews(spaceId: $spaceId, changeRequestId: $changeRequestId, input: $input) {
        users: requestedReviewers { ...RequestedReviewerBody }
      }
    }`,
    fragments: [requestedReviewerBody],
    variables: { ...address, input: body() },
    respond: one('requestChangeRequestReviews'),
  }),
  route({
    method: 'DELETE',
    path: `${base}/requested-reviewers/:userId`,
    tag,
    summary: 'Remove a requested reviewer',
    operation: `mutation RemoveRequestedReviewerFromChangeRequest(
      $spaceId: ID!, $changeRequestId: ID!, $userId: ID!
    ) {
      removeRequestedReviewer(spaceId: $spaceId, changeRequestId: $changeRequestId, userId: $userId) {
        changeRequest { id }
      }
    }`,
    variables: { ...address, userId: path('userId') },
    respond: empty(),
    status: 205,
  }),
]
