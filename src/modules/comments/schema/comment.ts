import type { ArgBuilder } from '@pothos/core'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { builder, type GraphTypes } from '../../../graphql/builder.ts'
import { childrenBy, connectionField } from '../../../graphql/connection.ts'
import { viewerOf } from '../../../graphql/context.ts'
import { OrderDirectionEnum } from '../../../graphql/enums.ts'
import { ChangeRequest } from '../../change-requests/schema/change-request.ts'
import { DocumentFormatEnum } from '../../content/enums.ts'
import { Space } from '../../spaces/schema.ts'
import { User } from '../../users/schema.ts'
import { formatBody } from '../bodies.ts'
import { commentLoaders, membersAmong } from '../loaders.ts'
import { mentionedUserIds } from '../mentions.ts'
import { readableComments, readableReplies } from '../policy.ts'
import { CommentBody } from './body.ts'
import { CommentPermissions, CommentUrls, commentPath } from './permissions.ts'
import { CommentReaction } from './reaction.ts'
import { CommentReply } from './reply.ts'
import { CommentTarget } from './target.ts'

const CommentStatusEnum = builder.enumType('CommentStatus', {
  description: 'Whether a comment is still open.',
  values: { OPEN: { description: 'Open.' }, RESOLVED: { description: 'Resolved.' } } as const,
})

const CommentStatusFilterEnum = builder.enumType('CommentStatusFilter', {
  description: 'Which comments to list.',
  values: {
    ALL: { description: 'All of them.' },
    OPEN: { description: 'The open ones.' },
    RESOLVED: { description: 'The resolved ones.' },
  } as const,
})

const postedOrder = [{ column: 'postedAt', type: 'timestamptz' }] as const

export const Comment = builder.prismaNode('Comment', {
  // node(id) of what the caller may not see is null.
  nullable: true,
  description: 'A comment on a space or a change request, or on a page of either.',
  id: { field: 'id', description: 'Opaque identifier.' },
  findUnique: (id, context) => ({ id, AND: [readableComments(viewerOf(context))] }),
  fields: (t) => ({
    postedBy: t.relation('postedBy', { type: User, nullable: true, description: 'Who wrote it.' }),
    postedAt: t.expose('postedAt', { type: 'DateTime', description: 'When it was written.' }),
    editedAt: t.expose('editedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last edited.',
    }),
    status: t.expose('status', { type: CommentStatusEnum, description: 'Whether it is still open.' }),
    resolvedAt: t.expose('resolvedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was resolved.',
    }),
    resolvedBy: t.relation('resolvedBy', { type: User, nullable: true, description: 'Who resolved it.' }),
    replyCount: t.exposeInt('replyCount', { description: 'How many replies it has.' }),
    reactions: t.field({
      type: [CommentReaction],
      description: 'The reactions to it, earliest first.',
      resolve: ({ id }, _args, context) => commentLoaders(context).reactionsOfComments.load(id),
    }),
    body: t.field({
      type: CommentBody,
      description: 'What it says.',
      args: {
        format: t.arg({ type: DocumentFormatEnum, description: 'The form; absent: as it was written.' }),
      },
      resolve: (comment, { format }) => formatBody(comment, format),
    }),
    allMentions: t.field({
      type: [User],
      description: 'The members of the organization that it mentions, in the order of the text.',
      select: { space: { select: { organizationId: true } } },
      resolve: ({ space, ...comment }, _args, context) =>
        membersAmong(context, space.organizationId, mentionedUserIds(comment)),
    }),
    space: t.relation('space', { description: 'The space it is on.' }),
    target: t.field({
      type: CommentTarget,
      description: 'What it is on.',
      select: { space: true, changeRequest: true },
      resolve: (comment) => comment,
    }),
    urls: t.field({
      type: CommentUrls,
      description: 'Its addresses.',
      resolve: (comment) => ({ path: commentPath(comment) }),
    }),
    permissions: t.field({
      type: CommentPermissions,
      description: 'What the caller may do with it.',
      select: { space: true },
      resolve: ({ postedById, space }) => ({ authorId: postedById, space }),
    }),
    replies: connectionField(t, {
      type: CommentReply,
      name: 'CommentReply',
      description: 'The replies to it, earliest first.',
      parent: childrenBy('commentId'),
      where: readableReplies,
      order: postedOrder,
    }),
  }),
})

const filterArguments = (t: { readonly arg: ArgBuilder<GraphTypes> }) => ({
  status: t.arg({ type: CommentStatusFilterEnum, defaultValue: 'ALL', description: 'Which ones.' }),
  order: t.arg({
    type: OrderDirectionEnum,
    defaultValue: 'DESC',
    description: 'Latest or earliest first.',
  }),
  targetPage: t.arg.id({ description: 'Only those on this page.' }),
  authors: t.arg.idList({ description: 'Only those of these users.' }),
})

interface CommentFilter {
  readonly status?: 'ALL' | 'OPEN' | 'RESOLVED' | null
  readonly targetPage?: string | null
  readonly authors?: readonly string[] | null
}

const chosenBy = ({ status, targetPage, authors }: CommentFilter): Prisma.CommentWhereInput[] => [
  status && status !== 'ALL' ? { status } : {},
  targetPage ? { pageId: targetPage } : {},
  authors ? { postedById: { in: [...authors] } } : {},
]

builder.prismaObjectField(Space, 'comments', (t) =>
  connectionField(t, {
    type: Comment,
    name: 'Comment',
    description: 'The comments on the space and its pages, without those on its change requests.',
    parent: childrenBy('spaceId'),
    args: filterArguments(t),
    where: (viewer, filter) => ({
      AND: [readableComments(viewer), { changeRequestId: null }, ...chosenBy(filter)],
    }),
    order: postedOrder,
    direction: ({ order }) => (order === 'ASC' ? 'asc' : 'desc'),
  }),
)

builder.prismaObjectField(ChangeRequest, 'comments', (t) =>
  connectionField(t, {
    type: Comment,
    name: 'Comment',
    description: 'The comments on the change request and its pages.',
    parent: childrenBy('changeRequestId'),
    args: filterArguments(t),
    where: (viewer, filter) => ({ AND: [readableComments(viewer), ...chosenBy(filter)] }),
    order: postedOrder,
    direction: ({ order }) => (order === 'ASC' ? 'asc' : 'desc'),
  }),
)
