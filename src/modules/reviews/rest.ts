import { query } from '../../rest/route.ts'
import { type Row, routesOf, variable } from '../../rest/row.ts'
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

const route = routesOf('Change requests', reviewBody)
const base = '/spaces/:spaceId/change-requests/:changeRequestId'

export const reviewRoutes: readonly Row[] = [
  route('GET', `${base}/reviews`, 'changeRequest.reviews', {
    name: 'ListChangeRequestReviews',
    summary: 'List the reviews of a change request, newest first',
    inputs: {
      outdated: query('outdated'),
      format: variable('DocumentFormat', query('format')),
    },
  }),
  route('POST', `${base}/reviews`, 'createChangeRequestReview.changeRequestReview', {
    name: 'SubmitChangeRequestReview',
    summary: 'Create a review of a change request',
    inputs: {
      format: variable('DocumentFormat', query('format')),
    },
    status: 201,
  }),
  route('GET', `${base}/reviews/:reviewId`, 'changeRequestReview', {
    name: 'GetChangeRequestReview',
    summary: 'Get a review of a change request',
    inputs: {
      format: variable('DocumentFormat', query('format')),
    },
  }),
  route('GET', `${base}/requested-reviewers`, 'changeRequest.requestedReviewers', {
    name: 'GetRequestedReviewersByChangeRequestId',
    summary: 'List the requested reviewers of a change request',
    reply: requestedReviewerBody,
  }),
  route('POST', `${base}/requested-reviewers`, 'requestChangeRequestReviews', {
    name: 'RequestReviewersForChangeRequest',
    summary: 'Request reviews of a change request from users',
    reply: 'users: requestedReviewers { ...RequestedReviewerBody }',
    fragments: [requestedReviewerBody],
  }),
  route('DELETE', `${base}/requested-reviewers/:userId`, 'removeRequestedReviewer.changeRequest.id', {
    name: 'RemoveRequestedReviewerFromChangeRequest',
    summary: 'Remove a requested reviewer',
    status: 205,
  }),
]
