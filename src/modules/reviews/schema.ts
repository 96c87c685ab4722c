import type { RequestedReviewer as RequestRow } from '../../generated/prisma/client.ts'
import { builder } from '../../graphql/builder.ts'
import { childrenBy, connectionField } from '../../graphql/connection.ts'
import { viewerOf } from '../../graphql/context.ts'
import { limited } from '../../graphql/validation.ts'
import { changeRequestLimits } from '../change-requests/limits.ts'
import { ChangeRequest } from '../change-requests/schema/change-request.ts'
import { CommentBodyInput } from '../comments/schema/body.ts'
import { Comment } from '../comments/schema/comment.ts'
import { User } from '../users/schema.ts'
import { reviewLimits } from './limits.ts'
import { readableRequests, readableReviews } from './policy.ts'
import { createReview, loadReview, removeRequestedReviewer, requestReviewers } from './service.ts'

const ReviewStatusEnum = builder.enumType('ReviewStatus', {
  description: 'What a reviewer thinks of a change request.',
  values: {
    APPROVED: { description: 'It is good to be merged.' },
    CHANGES_REQUESTED: { description: 'It should change first.' },
  } as const,
})

const ReviewUrls = builder.objectRef<{ readonly path: string }>('ChangeRequestReviewUrls').implement({
  description: 'Addresses of a review.',
  fields: (t) => ({
    location: t.field({
      type: 'URL',
      description: 'The review in the REST API.',
      resolve: ({ path }, _args, { config }) => `${config.baseUrl}/v1${path}`,
    }),
  }),
})

const Review = builder.prismaNode('Review', {
  name: 'ChangeRequestReview',
  nullable: true,
  description: 'What somebody thinks of a change request.',
  id: { field: 'id', description: 'Opaque identifier.' },
  findUnique: (id, context) => ({ id, AND: [readableReviews(viewerOf(context))] }),
  fields: (t) => ({
    status: t.expose('status', { type: ReviewStatusEnum, description: 'What they think.' }),
    revisionId: t.exposeID('revisionId', {
      description: 'Id of the revision of the change request that was reviewed.',
    }),
    revision: t.relation('revision', { description: 'The revision that was reviewed.' }),
    reviewer: t.relation('reviewer', { type: User, nullable: true, description: 'Who reviewed it.' }),
    requestedBy: t.relation('requestedBy', {
      type: User,
      nullable: true,
      description: 'Who asked for the review, if anybody did.',
    }),
    comment: t.relation('comment', { type: Comment, nullable: true, description: 'What they say about it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was submitted.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
    urls: t.field({
      type: ReviewUrls,
      description: 'Its addresses.',
      select: { changeRequest: { select: { spaceId: true } } },
      resolve: ({ id, changeRequestId, changeRequest: { spaceId } }) => ({
        path: `/spaces/${spaceId}/change-requests/${changeRequestId}/reviews/${id}`,
      }),
    }),
  }),
})

const ReviewerKindEnum = builder.enumType('ReviewerKind', {
  description: 'Who is asked for a review.',
  values: { USER: { description: 'A user.' } } as const,
})

const RequestedReviewer = builder.prismaObject('RequestedReviewer', {
  name: 'ChangeRequestRequestedReviewer',
  description: 'Somebody who is asked to review a change request and has not done so yet.',
  extensions: { rest: { object: 'change-request-requested-reviewer' } },
  fields: (t) => ({
    kind: t.field({ type: ReviewerKindEnum, description: 'Who it is.', resolve: () => 'USER' as const }),
    revisionId: t.exposeID('revisionId', {
      description: 'Id of the revision of the change request when it was asked for.',
    }),
    user: t.relation('user', { type: User, description: 'Who is asked.' }),
    requestedBy: t.relation('requestedBy', { type: User, nullable: true, description: 'Who asked.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was asked for.' }),
  }),
})

builder.prismaObjectFields(ChangeRequest, (t) => ({
  reviews: connectionField(t, {
    type: Review,
    name: 'ChangeRequestReview',
    model: 'Review',
    description: 'The reviews of it, newest first.',
    parent: childrenBy('changeRequestId'),
    where: readableReviews,
    order: [{ column: 'createdAt', type: 'timestamptz' }],
    direction: 'desc',
  }),
  requestedReviewers: connectionField(t, {
    type: RequestedReviewer,
    name: 'ChangeRequestRequestedReviewer',
    model: 'RequestedReviewer',
    description: 'Who is asked to review it and has not done so yet, first asked first.',
    parent: childrenBy('changeRequestId'),
    where: readableRequests,
    order: [{ column: 'createdAt', type: 'timestamptz' }],
  }),
}))

builder.queryField('changeRequestReview', (t) =>
  t.field({
    type: Review,
    description: 'A review of a change request.',
    authScopes: { read: true },
    args: {
      spaceId: t.arg.id({ required: true, description: 'Id of the space.' }),
      changeRequestId: t.arg.id({ required: true, description: 'Id of the change request, or its number.' }),
      reviewId: t.arg.id({ required: true, description: 'Id of the review.' }),
    },
    resolve: (_root, address, context) => loadReview(context, address),
  }),
)

const CreateReviewInput = builder.inputType('CreateChangeRequestReviewInput', {
  description: 'A review.',
  fields: (t) => ({
    status: t.field({ type: ReviewStatusEnum, required: true, description: 'What the caller thinks.' }),
    comment: t.field({ type: CommentBodyInput, description: 'What the caller says about it.' }),
  }),
})

const RequestReviewersInput = builder.inputType('RequestChangeRequestReviewersInput', {
  description: 'Who is asked for a review.',
  fields: (t) => ({
    users: t.idList({ required: true, description: 'Ids of the users.', ...limited(reviewLimits.users) }),
    subject: t.string({
      description: 'What the change request is about from now on.',
      ...limited(changeRequestLimits.subject),
    }),
  }),
})

const RequestedReviewers = builder
  .objectRef<{ readonly users: readonly RequestRow[] }>('RequestedReviewers')
  .implement({
    description: 'Who was asked for a review.',
    fields: (t) => ({
      users: t.field({
        type: [RequestedReviewer],
        description: 'The users.',
        resolve: ({ users }) => [...users],
      }),
    }),
  })

builder.mutationFields((t) => {
  const authScopes = { write: true }
  const address = {
    spaceId: t.arg.id({ required: true, description: 'Id of the space.' }),
    changeRequestId: t.arg.id({ required: true, description: 'Id of the change request, or its number.' }),
  }
  return {
    createChangeRequestReview: t.field({
      type: Review,
      description: 'Submits a review of a change request. Needs the permission to review.',
      authScopes,
      args: {
        ...address,
        input: t.arg({ type: CreateReviewInput, required: true, description: 'The review.' }),
      },
      resolve: (_root, { input, ...args }, context) => createReview(context, args, input),
    }),
    requestChangeRequestReviewers: t.field({
      type: RequestedReviewers,
      description:
        'Asks users to review a change request; a draft becomes open thereby. Needs the permission to edit.',
      authScopes,
      args: {
        ...address,
        input: t.arg({ type: RequestReviewersInput, required: true, description: 'Who is asked.' }),
      },
      resolve: async (_root, { input, ...args }, context) => ({
        users: await requestReviewers(context, args, input),
      }),
    }),
    removeRequestedReviewer: t.id({
      description: 'Withdraws a request for a review. Needs the permission to edit, except for who is asked.',
      authScopes,
      args: { ...address, userId: t.arg.id({ required: true, description: 'Id of the user.' }) },
      resolve: (_root, args, context) => removeRequestedReviewer(context, args),
    }),
  }
})
