import { TransactionEvent } from '../../database/transaction-event.ts'
import type { ChangeRequest, RequestedReviewer, Review } from '../../generated/prisma/client.ts'
import type { Context } from '../../request/context.ts'

/** Reviews that were just requested of users of whom none was before. */
export interface RequestedReviews {
  /** The context of the user who requests them. */
  readonly context: Context
  readonly requests: readonly RequestedReviewer[]
}

/** Published after reviews were requested. */
export const reviewsRequested = new TransactionEvent<RequestedReviews>(
  'reviews requested',
  ({ requests }) => requests.length === 0,
)

export interface SubmittedReview {
  /** The context of the reviewer. */
  readonly context: Context
  readonly review: Review
  readonly changeRequest: ChangeRequest
}

/** Published after a review was submitted, before its comment is written. */
export const reviewSubmitted = new TransactionEvent<SubmittedReview>('review submitted')
