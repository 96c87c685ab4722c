import { viewersOfUsers } from '../../access/authenticate.ts'
import { mayOnSpace } from '../../access/authorize.ts'
import { notFound } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import type { Transaction } from '../../database/transactions.ts'
import type {
  ChangeRequest,
  Comment,
  RequestedReviewer,
  Review,
  Space,
} from '../../generated/prisma/client.ts'
import { type Context, memberOf, ownerOf } from '../../request/context.ts'
import { type DescriptionInput, descriptionColumns } from '../change-requests/description.ts'
import { assertActive, type ChangeRequestAddress } from '../change-requests/policy.ts'
import { changeChangeRequest, loadChangeRequestFor, lockChangeRequest } from '../change-requests/service.ts'
import { type BodyColumns, type BodyInput, bodyColumns } from '../comments/bodies.ts'
import { usersMentioned } from '../comments/events.ts'
import { newlyMentioned } from '../comments/mentions.ts'
import { reviewSubmitted, reviewsRequested } from './events.ts'
import { refusedInput } from './reasons.ts'

export interface CreateReview {
  readonly status: 'APPROVED' | 'CHANGES_REQUESTED'
  readonly comment?: BodyInput | null
}

/** Submits a review of the current revision of a change request, and removes the request for it if there is one. */
export async function createReview(
  context: Context,
  address: ChangeRequestAddress,
  { status, comment }: CreateReview,
): Promise<Review> {
  const found = await loadChangeRequestFor(context, address)
  const { userId } = memberOf(context)
  const body = comment && (await bodyColumns(comment, ownerOf(context)))
  const mentioned = body ? await newlyMentioned(context, body) : []
  return context.database.transaction(async (transaction) => {
    const changeRequest = await lockChangeRequest(transaction, found.id)
    assertActive(changeRequest)
    const { id: changeRequestId, revisionId } = changeRequest
    const request = await transaction.requestedReviewer.findUnique({
      where: { changeRequestId_userId: { changeRequestId, userId } },
    })
    if (request) await transaction.requestedReviewer.delete({ where: { id: request.id } })
    await supersedeReviews(transaction, changeRequestId, [userId])
    const review = await transaction.review.create({
      data: {
        id: newId('ChangeRequestReview'),
        changeRequestId,
        revisionId,
        reviewerId: userId,
        requestedById: request?.requestedById,
        status,
      },
    })
    await reviewSubmitted.publish(transaction, { context, review, changeRequest })
    if (body) {
      const { id: commentId } = await createReviewComment(transaction, changeRequest, review, body)
      await usersMentioned.publish(transaction, { context, commentId, replyId: null, mentioned })
    }
    return review
  })
}

/** Marks the reviews of users as outdated. The change request must be locked. */
const supersedeReviews = (transaction: Transaction, changeRequestId: string, userIds: readonly string[]) =>
  transaction.review.updateMany({
    where: { changeRequestId, reviewerId: { in: [...userIds] }, outdated: false },
    data: { outdated: true },
  })

const createReviewComment = (
  transaction: Transaction,
  { id: changeRequestId, spaceId, revisionId }: ChangeRequest,
  { id: reviewId, reviewerId }: Review,
  body: BodyColumns,
): Promise<Comment> =>
  transaction.comment.create({
    data: {
      id: newId('Comment'),
      spaceId,
      changeRequestId,
      reviewId,
      revisionId,
      postedById: reviewerId,
      ...body,
    },
  })

export interface RequestReviewers {
  readonly users: readonly string[]
  readonly subject?: string | null
  readonly description?: DescriptionInput | null
}

export interface RequestedReviews {
  readonly changeRequest: ChangeRequest
  readonly requestedReviewers: RequestedReviewer[]
}

/**
 * Requests reviews from users, and opens the change request if it is a draft. Existing requests stay unchanged. Throws
 * if one of the users may not review the content.
 */
export async function requestReviewers(
  context: Context,
  address: ChangeRequestAddress,
  { users, subject, description }: RequestReviewers,
): Promise<RequestedReviews> {
  const found = await loadChangeRequestFor(context, address)
  await assertReviewers(context, found.space, users)
  const described = await descriptionColumns(description, ownerOf(context))
  const { userId } = memberOf(context)
  return context.database.transaction(async (transaction) => {
    const present = await lockChangeRequest(transaction, found.id)
    assertActive(present)
    const { id: changeRequestId, revisionId, status } = present
    const rows = [...new Set(users)].map((id) => ({
      id: newId('RequestedReviewer'),
      changeRequestId,
      userId: id,
      revisionId,
      requestedById: userId,
    }))
    await transaction.requestedReviewer.createMany({ data: rows, skipDuplicates: true })
    await supersedeReviews(transaction, changeRequestId, users)
    const changeRequest = await changeChangeRequest(transaction, changeRequestId, {
      subject: subject ?? undefined,
      ...described,
      status: status === 'DRAFT' ? 'OPEN' : undefined,
      updatedAt: new Date(),
    })
    const requestedReviewers = await transaction.requestedReviewer.findMany({
      where: { changeRequestId, userId: { in: [...users] } },
      orderBy: { id: 'asc' },
    })
    const created = new Set(rows.map(({ id }) => id))
    const requests = requestedReviewers.filter(({ id }) => created.has(id))
    await reviewsRequested.publish(transaction, { context, requests })
    return { changeRequest, requestedReviewers }
  })
}

async function assertReviewers(context: Context, space: Space, users: readonly string[]): Promise<void> {
  const viewers = await viewersOfUsers(context.database.query, users)
  const eligible = new Set(
    viewers.filter((viewer) => mayOnSpace(viewer, 'space:review', space)).map(({ userId }) => userId),
  )
  const index = users.findIndex((userId) => !eligible.has(userId))
  if (index >= 0) throw refusedInput(`users.${index}`, 'REVIEWER_NOT_ALLOWED')
}

/** Removes a review request. Allowed for those who may request reviews and for the requested reviewer. */
export async function removeRequestedReviewer(
  context: Context,
  { userId, ...address }: ChangeRequestAddress & { readonly userId: string },
): Promise<ChangeRequest> {
  const own = userId === memberOf(context).userId
  const changeRequest = await loadChangeRequestFor(context, address, { own })
  await context.database.transaction(async (transaction) => {
    await lockChangeRequest(transaction, changeRequest.id)
    const { count } = await transaction.requestedReviewer.deleteMany({
      where: { changeRequestId: changeRequest.id, userId },
    })
    if (count === 0) throw notFound()
    await restoreReview(transaction, changeRequest.id, userId)
  })
  return changeRequest
}

/** Marks the last review of a user as current again, since nothing is to supersede it any longer. */
async function restoreReview(
  transaction: Transaction,
  changeRequestId: string,
  reviewerId: string,
): Promise<void> {
  const last = await transaction.review.findFirst({
    where: { changeRequestId, reviewerId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  if (last) await transaction.review.update({ where: { id: last.id }, data: { outdated: false } })
}
