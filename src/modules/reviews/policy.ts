import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { readableChangeRequests } from '../change-requests/policy.ts'

/** Returns the filter for readable reviews, which are those of readable change requests. */
export const readableReviews = (viewer: Viewer): Prisma.ReviewWhereInput => ({
  changeRequest: readableChangeRequests(viewer),
})

export const readableRequests = (viewer: Viewer): Prisma.RequestedReviewerWhereInput => ({
  changeRequest: readableChangeRequests(viewer),
})
