import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { readableChangeRequests } from '../change-requests/policy.ts'

/** Reviews, and who is asked for one, are seen by whoever sees the change request. */
export const readableReviews = (viewer: Viewer): Prisma.ReviewWhereInput => ({
  changeRequest: readableChangeRequests(viewer),
})

export const readableRequests = (viewer: Viewer): Prisma.RequestedReviewerWhereInput => ({
  changeRequest: readableChangeRequests(viewer),
})
