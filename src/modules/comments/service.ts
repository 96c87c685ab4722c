import { authorizeSpace, demand } from '../../access/authorize.ts'
import { invalidInput, notFound } from '../../errors.ts'
import type { Comment, CommentReply, Prisma, Space } from '../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../graphql/context.ts'
import { newId } from '../../identifiers.ts'
import { contentLoaders } from '../content/loaders.ts'
import { loadSpace } from '../spaces/service.ts'
import { type BodyInput, storedBody } from './bodies.ts'
import { forgetReactions } from './loaders.ts'
import { mayEditComment } from './policy.ts'
import { changeReactions, type ReactionChanges } from './reactions.ts'

export interface CommentAddress {
  readonly spaceId: string
  readonly commentId: string
}

export interface ReplyAddress extends CommentAddress {
  readonly replyId: string
}

/** A comment with its space, if the viewer may see them, or NOT_FOUND. */
export async function loadComment(
  context: Context,
  { spaceId, commentId }: CommentAddress,
): Promise<{ space: Space; comment: Comment }> {
  const space = await loadSpace(context, spaceId)
  const where = { id: commentId, spaceId, changeRequestId: null }
  const comment = await context.database.prisma.comment.findFirst({ where })
  if (!comment) throw notFound()
  return { space, comment }
}

export async function loadReply(
  context: Context,
  address: ReplyAddress,
): Promise<{ space: Space; reply: CommentReply }> {
  const { space, comment } = await loadComment(context, address)
  const where = { id: address.replyId, commentId: comment.id }
  const reply = await context.database.prisma.commentReply.findFirst({ where })
  if (!reply) throw notFound()
  return { space, reply }
}

export interface CreateComment {
  readonly node?: string | null
  readonly page?: string | null
  readonly body: BodyInput
}

export async function createComment(
  context: Context,
  spaceId: string,
  input: CreateComment,
): Promise<Comment> {
  const space = await loadSpace(context, spaceId)
  authorizeSpace(viewerOf(context), 'space:comment', space)
  if (input.page != null) {
    const page = await contentLoaders(context).pages.load({
      revisionId: space.revisionId,
      pageId: input.page,
    })
    if (!page) throw invalidInput('page', 'is not a page of this space')
  }
  return context.database.prisma.comment.create({
    data: {
      id: newId('Comment'),
      spaceId,
      revisionId: space.revisionId,
      pageId: input.page ?? null,
      nodeId: input.node ?? null,
      postedById: viewerOf(context).userId,
      ...storedBody(input.body),
    },
  })
}

export interface UpdateComment extends ReactionChanges {
  readonly resolved?: boolean | null
  readonly body?: BodyInput | null
}

/** Changing the text is for its author and those who manage the space; resolving and reacting for all who comment. */
export async function updateComment(
  context: Context,
  address: CommentAddress,
  input: UpdateComment,
): Promise<Comment> {
  const { space, comment } = await loadComment(context, address)
  authorizeSpace(viewerOf(context), 'space:comment', space)
  if (input.body) demandEdit(context, comment.postedById, space)
  const { userId } = viewerOf(context)
  const updated = await context.database.prisma.$transaction(async (transaction) => {
    await changeReactions(transaction, { commentId: comment.id }, userId, input)
    if (input.resolved != null) await resolve(transaction, comment.id, input.resolved, userId)
    const data = input.body ? { ...storedBody(input.body), editedAt: new Date() } : {}
    return transaction.comment.update({ where: { id: comment.id }, data })
  })
  forgetReactions(context)
  return updated
}

/** Resolving what is resolved leaves it to who resolved it first. */
async function resolve(
  transaction: Prisma.TransactionClient,
  id: string,
  resolved: boolean,
  userId: string,
): Promise<void> {
  if (resolved)
    await transaction.comment.updateMany({
      where: { id, status: 'OPEN' },
      data: { status: 'RESOLVED', resolvedAt: new Date(), resolvedById: userId },
    })
  else
    await transaction.comment.updateMany({
      where: { id, status: 'RESOLVED' },
      data: { status: 'OPEN', resolvedAt: null, resolvedById: null },
    })
}

export async function deleteComment(context: Context, address: CommentAddress): Promise<string> {
  const { space, comment } = await loadComment(context, address)
  demandEdit(context, comment.postedById, space)
  await context.database.prisma.comment.deleteMany({ where: { id: comment.id } })
  return comment.id
}

export async function createCommentReply(
  context: Context,
  address: CommentAddress,
  input: { body: BodyInput },
): Promise<CommentReply> {
  const { space, comment } = await loadComment(context, address)
  authorizeSpace(viewerOf(context), 'space:comment', space)
  return context.database.prisma.commentReply.create({
    data: {
      id: newId('CommentReply'),
      commentId: comment.id,
      postedById: viewerOf(context).userId,
      ...storedBody(input.body),
    },
  })
}

export interface UpdateReply extends ReactionChanges {
  readonly body?: BodyInput | null
}

export async function updateCommentReply(
  context: Context,
  address: ReplyAddress,
  input: UpdateReply,
): Promise<CommentReply> {
  const { space, reply } = await loadReply(context, address)
  authorizeSpace(viewerOf(context), 'space:comment', space)
  if (input.body) demandEdit(context, reply.postedById, space)
  const updated = await context.database.prisma.$transaction(async (transaction) => {
    await changeReactions(transaction, { replyId: reply.id }, viewerOf(context).userId, input)
    const data = input.body ? { ...storedBody(input.body), editedAt: new Date() } : {}
    return transaction.commentReply.update({ where: { id: reply.id }, data })
  })
  forgetReactions(context)
  return updated
}

export async function deleteCommentReply(context: Context, address: ReplyAddress): Promise<string> {
  const { space, reply } = await loadReply(context, address)
  demandEdit(context, reply.postedById, space)
  await context.database.prisma.commentReply.deleteMany({ where: { id: reply.id } })
  return reply.id
}

function demandEdit(context: Context, authorId: string | null, space: Space): void {
  demand(mayEditComment(viewerOf(context), authorId, space), 'space:administer')
}
