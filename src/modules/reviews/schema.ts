import { limited } from '../../base/validation.ts'
import { extend, model, single } from '../../graph/declare/model.ts'
import { builder } from '../../graphql/builder.ts'
import { enumType } from '../../graphql/enum-type.ts'
import { mutation, readAfter } from '../../graphql/payload.ts'
import { urlsObject } from '../../graphql/urls-object.ts'
import { changeRequestLimits } from '../change-requests/limits.ts'
import { changeRequestIn, spaceOfChangeRequest } from '../change-requests/policy.ts'
import { ChangeRequest } from '../change-requests/schema/change-request.ts'
import { ChangeRequestDescriptionInput } from '../change-requests/schema/texts.ts'
import { CommentBodyInput } from '../comments/schema/body.ts'
import { Comment } from '../comments/schema/comment.ts'
import { Revision } from '../content/schema/revision.ts'
import { User } from '../users/schema.ts'
import { reviewLimits } from './limits.ts'
import { readableRequests, readableReviews } from './policy.ts'
import { createReview, removeRequestedReviewer, requestReviewers } from './service.ts'

const ReviewStatusEnum = enumType('ReviewStatus', 'The verdict of a review.', {
  APPROVED: 'The reviewer approves the change request.',
  CHANGES_REQUESTED: 'The reviewer requests changes before it is merged.',
})

const ReviewUrls = urlsObject<{ readonly path: string }>('ChangeRequestReviewUrls', {
  description: 'URLs of a review.',
  of: 'the review',
  location: ({ path }) => `${path}`,
})

const Review = model('Review', {
  name: 'ChangeRequestReview',
  description: 'A review of a change request.',
  id: 'Opaque identifier.',
  visible: readableReviews,
  fields: (t) => ({
    status: t.expose('status', { type: ReviewStatusEnum, description: 'The verdict of the reviewer.' }),
    revisionId: t.exposeID('revisionId', {
      description: 'Id of the revision of the change request that was reviewed.',
    }),
    revision: t.one(Revision, { key: 'revisionId', description: 'The revision that was reviewed.' }),
    reviewer: t.one(User, {
      key: 'reviewerId',
      nullable: true,
      description: 'The user who submitted the review. Null if the user was deleted.',
    }),
    requestedBy: t.one(User, {
      key: 'requestedById',
      nullable: true,
      description:
        'The user who requested the review. Null if the review was not requested, or if the user was deleted.',
    }),
    comment: t.one(Comment, {
      key: 'id',
      by: 'reviewId',
      nullable: true,
      description: 'The comment submitted with the review. Null if there is none.',
    }),
    isOutdated: t.exposeBoolean('outdated', {
      description: 'Whether the reviewer has submitted a newer review since, or was asked for one.',
    }),
    createdAt: t.exposeDateTime('createdAt', { description: 'The date and time of submission.' }),
    updatedAt: t.exposeDateTime('updatedAt', { description: 'The date and time of the last change.' }),
    urls: t.computed({
      type: ReviewUrls,
      description: 'URLs of the review.',
      from: ['id', 'changeRequestId'],
      with: { changeRequest: ['spaceId'] },
      resolve: ({ id, changeRequestId, changeRequest: { spaceId } }) => ({
        path: `/spaces/${spaceId}/change-requests/${changeRequestId}/reviews/${id}`,
      }),
    }),
  }),
})

const ReviewerKindEnum = enumType('ReviewerKind', 'The type of a requested reviewer.', { USER: 'A user.' })

const RequestedReviewer = model('RequestedReviewer', {
  name: 'ChangeRequestRequestedReviewer',
  visible: readableRequests,
  description: 'A user whose review of a change request was requested and who has not submitted one yet.',
  extensions: { rest: { object: 'change-request-requested-reviewer' } },
  fields: (t) => ({
    kind: t.computed({
      type: ReviewerKindEnum,
      description: 'The type of reviewer.',
      from: [],
      resolve: () => 'USER' as const,
    }),
    ...t.oneWithId('revision', Revision, {
      description: 'The newest revision of the change request at the time of the request.',
    }),
    user: t.one(User, { key: 'userId', description: 'The user who is asked for a review.' }),
    requestedBy: t.one(User, {
      key: 'requestedById',
      nullable: true,
      description: 'The user who requested the review. Null if the user was deleted.',
    }),
    createdAt: t.exposeDateTime('createdAt', { description: 'The date and time of the request.' }),
  }),
})

extend(ChangeRequest, (t) => ({
  reviews: t.many(Review, {
    description: 'The reviews, newest first.',
    by: 'changeRequestId',
    args: {
      outdated: t.arg.boolean({
        description:
          'Returns only reviews that a newer review or request of the same reviewer superseded (true) or did not (false).',
      }),
    },
    where: (_viewer, { outdated }) => (outdated == null ? {} : { outdated }),
    order: [{ column: 'createdAt', type: 'timestamptz' }],
    direction: 'desc',
  }),
  requestedReviewers: t.many(RequestedReviewer, {
    description: 'The requested reviewers who have not submitted a review yet, oldest request first.',
    by: 'changeRequestId',
    order: [{ column: 'createdAt', type: 'timestamptz' }],
  }),
}))

builder.queryField('changeRequestReview', (t) =>
  single(t, Review, {
    description: 'A review of a change request.',
    permission: 'space:view',
    args: {
      spaceId: t.arg.id({ description: spaceOfChangeRequest }),
      changeRequestId: t.arg.id({ required: true, description: 'Id or number of the change request.' }),
      reviewId: t.arg.id({ required: true, description: 'Id of the review.' }),
    },
    where: ({ reviewId, ...address }) => ({ id: reviewId, changeRequest: changeRequestIn(address) }),
  }),
)

const CreateReviewInput = builder.inputType('CreateChangeRequestReviewInput', {
  description: 'A review.',
  fields: (t) => ({
    status: t.field({ type: ReviewStatusEnum, required: true, description: 'The verdict of the reviewer.' }),
    comment: t.field({ type: CommentBodyInput, description: 'A comment to submit with the review.' }),
  }),
})

const RequestReviewersInput = builder.inputType('RequestChangeRequestReviewsInput', {
  description: 'A request for reviews.',
  fields: (t) => ({
    users: t.idList({ required: true, description: 'Ids of the users.', ...limited(reviewLimits.users) }),
    subject: t.string({
      description: 'The new subject of the change request.',
      ...limited(changeRequestLimits.subject),
    }),
    description: t.field({
      type: ChangeRequestDescriptionInput,
      description: 'The new description of the change request. Null or an empty one removes it.',
    }),
  }),
})

builder.mutationFields((t) => {
  const address = {
    spaceId: t.arg.id({ description: spaceOfChangeRequest }),
    changeRequestId: t.arg.id({ required: true, description: 'Id or number of the change request.' }),
  }
  return {
    createChangeRequestReview: mutation(t, {
      description: 'Submits a review of a change request.',
      permission: 'space:review',
      args: {
        ...address,
        input: t.arg({ type: CreateReviewInput, required: true, description: 'The review.' }),
      },
      target: { type: 'ChangeRequestReview' },
      payload: {
        changeRequestReview: Review,
        changeRequest: readAfter(
          ChangeRequest,
          'The change request. Null if the caller may no longer see it.',
        ),
      },
      resolve: async (_root, { input, ...args }, context) => {
        const review = await createReview(context, args, input)
        return { changeRequestReview: review, changeRequest: review.changeRequestId }
      },
    }),
    requestChangeRequestReviews: mutation(t, {
      description: 'Requests reviews of a change request from users, and opens it if it is a draft.',
      permission: 'space:edit',
      args: {
        ...address,
        input: t.arg({ type: RequestReviewersInput, required: true, description: 'The request.' }),
      },
      target: { type: 'ChangeRequest', id: 'changeRequestId' },
      payload: { changeRequest: ChangeRequest, requestedReviewers: [RequestedReviewer] },
      payloadDescription: 'The result of a request for reviews.',
      resolve: (_root, { input, ...args }, context) => requestReviewers(context, args, input),
    }),
    removeRequestedReviewer: mutation(t, {
      description: 'Removes a requested reviewer.',
      permission: { self: 'space:view', others: 'space:edit' },
      args: { ...address, userId: t.arg.id({ required: true, description: 'Id of the user.' }) },
      target: { type: 'ChangeRequest', id: 'changeRequestId' },
      payload: { changeRequest: ChangeRequest },
      resolve: async (_root, args, context) => ({
        changeRequest: await removeRequestedReviewer(context, args),
      }),
    }),
  }
})
