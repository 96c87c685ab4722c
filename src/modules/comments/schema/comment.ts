import type { ArgBuilder } from '@pothos/core'
import { contentRights } from '../../../access/viewer.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { comparedExtension } from '../../../graph/declare/connection.ts'
import { listOrder } from '../../../graph/declare/list-order.ts'
import { extend, model } from '../../../graph/declare/model.ts'
import { related } from '../../../graph/declare/model-reads.ts'
import type { GraphTypes } from '../../../graphql/builder.ts'
import { enumType } from '../../../graphql/enum-type.ts'
import { ChangeRequest } from '../../change-requests/schema/change-request.ts'
import { Space } from '../../spaces/schema.ts'
import { User } from '../../users/schema.ts'
import { readableComments } from '../policy.ts'
import { CommentPermissions, CommentUrls, commentPath } from './permissions.ts'
import { CommentReplier, lastReplies } from './replier.ts'
import { CommentReply } from './reply.ts'
import { CommentTarget } from './target.ts'
import { writtenFields } from './written-fields.ts'

const CommentStatusEnum = enumType('CommentStatus', 'The status of a comment.', {
  OPEN: 'The comment is open.',
  RESOLVED: 'The comment is resolved.',
})

const postedOrder = [{ column: 'postedAt', type: 'timestamptz' }] as const

const commentOrder = listOrder('Comment', {
  fields: { CREATED_AT: { description: 'By the time of creation.', columns: postedOrder } },
  direction: 'DESC',
})

export const Comment = model('Comment', {
  description: 'A comment on a space or a change request, or on a page of either.',
  id: 'Opaque identifier.',
  visible: readableComments,
  fields: (t) => ({
    ...writtenFields(t, 'Comment', async (context, comment) => {
      const { space } = await related('Comment', context, comment, { space: true })
      return space.organizationId
    }),
    status: t.expose('status', { type: CommentStatusEnum, description: 'The status of the comment.' }),
    resolvedAt: t.exposeDateTime('resolvedAt', {
      nullable: true,
      description: 'The date and time at which it was resolved. Null for an open comment.',
    }),
    resolvedBy: t.one(User, {
      key: 'resolvedById',
      nullable: true,
      description: 'The user who resolved it. Null for an open comment.',
    }),
    replyCount: t.exposeInt('replyCount', { description: 'The number of replies.' }),
    space: t.one(Space, { key: 'spaceId', description: 'The space.' }),
    target: t.computed({
      type: CommentTarget,
      description: 'The content that the comment refers to.',
      from: ['pageId', 'revisionId', 'nodeId', 'nodePreview', 'changeRequestId', 'reviewId', 'spaceId'],
      with: { space: ['revisionId'], changeRequest: ['revisionId'] },
    }),
    urls: t.computed({
      type: CommentUrls,
      description: 'URLs of the comment.',
      from: ['id', 'spaceId', 'changeRequestId'],
      resolve: (comment) => ({ path: commentPath(comment) }),
    }),
    permissions: t.computed({
      type: CommentPermissions,
      description: 'The actions that the caller may perform.',
      from: ['postedById'],
      with: { space: contentRights },
      resolve: ({ postedById, space }) => ({ authorId: postedById, space }),
    }),
    repliers: t.all(CommentReplier, {
      by: lastReplies,
      order: ['postedAt'],
      direction: 'desc',
      description: 'The users who replied, the last one first.',
    }),
    replies: t.many(CommentReply, {
      description: 'The replies, oldest first.',
      by: 'commentId',
      order: postedOrder,
    }),
  }),
})

const filterArguments = (t: { readonly arg: ArgBuilder<GraphTypes> }) => ({
  status: t.arg({
    type: [CommentStatusEnum],
    description: 'Returns only comments with one of these statuses.',
  }),
  orderBy: t.arg({ type: commentOrder.input, description: 'The order. Defaults to the newest first.' }),
  targetPage: t.arg.id({
    description: 'Returns only comments on this page.',
    extensions: { [comparedExtension]: true },
  }),
  authors: t.arg.idList({ description: 'Returns only comments of these users.' }),
})

interface CommentFilter {
  readonly status?: readonly (typeof CommentStatusEnum.$inferType)[] | null
  readonly targetPage?: string | null
  readonly authors?: readonly string[] | null
}

const ofStatuses = (statuses: CommentFilter['status']): Prisma.CommentWhereInput => {
  if (!statuses) return {}
  const [first, ...others] = new Set(statuses)
  // By equality, an index with the status before the order gives the rows in order.
  return { status: first !== undefined && others.length === 0 ? first : { in: [...statuses] } }
}

const chosenBy = ({ status, targetPage, authors }: CommentFilter): Prisma.CommentWhereInput[] => [
  ofStatuses(status),
  targetPage ? { pageId: targetPage } : {},
  authors ? { postedById: { in: [...authors] } } : {},
]

extend(Space, (t) => ({
  comments: t.many(Comment, {
    description: 'The comments on the space and its pages, except those on change requests.',
    by: 'spaceId',
    args: filterArguments(t),
    where: (_viewer, filter) => ({
      AND: [{ changeRequestId: null }, ...chosenBy(filter)],
    }),
    order: postedOrder,
    direction: ({ orderBy }) => commentOrder.direction(orderBy),
  }),
}))

extend(ChangeRequest, (t) => ({
  comments: t.many(Comment, {
    description: 'The comments on the change request and its pages.',
    by: 'changeRequestId',
    args: filterArguments(t),
    where: (_viewer, filter) => ({ AND: chosenBy(filter) }),
    order: postedOrder,
    direction: ({ orderBy }) => commentOrder.direction(orderBy),
  }),
}))
