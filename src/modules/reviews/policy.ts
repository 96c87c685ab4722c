import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { readableChangeRequests } from '../change-requests/policy.ts'

/** Reviews and requested reviewers are visible to all readers of the change request. */
export const readableReviews = (viewer: Viewer): Prisma.ReviewWhereInput => ({
  changeRequest: readableChangeRequests(viewer),
})

export const readableRequests = (viewer: Viewer): Prisma.RequestedReviewerWhereInput => ({
  changeRequest: readableChangeRequests(viewer),
})
