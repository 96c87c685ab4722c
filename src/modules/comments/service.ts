import { authorizeSpace } from '../../access/authorize.ts'
import { invalidInput, notFound, orNotFound } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import { selectRow } from '../../database/rows.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Comment, CommentReply, Space } from '../../generated/prisma/client.ts'
import { type Context, memberOf, ownerOf, viewerOf } from '../../request/context.ts'
import { loadChangeRequest } from '../change-requests/service.ts'
import { contentLoaders } from '../content/loaders.ts'
import type { LocatedPage } from '../content/located-content.ts'
import { refusedInput } from '../content/reasons.ts'
import { loadSpace } from '../spaces/service.ts'
import { type BodyInput, bodyColumns, type StoredBody } from './bodies.ts'
import { replyAdded, usersMentioned } from './events.ts'
import { newlyMentioned } from './mentions.ts'
import { textOfNode } from './node-previews.ts'
import { type CommentAddress, commentIn, type DiscussionAddress, readableComments } from './policy.ts'
import { changeReactions, type ReactionChanges } from './reactions.ts'

export interface ReplyAddress extends CommentAddress {
  readonly replyId: string
}

interface Discussion {
  readonly space: Space
  readonly changeRequestId: string | null
  /** The current revision of the content. */
  readonly revisionId: string
}

async function loadDiscussion(
  context: Context,
  { spaceId, changeRequestId }: DiscussionAddress,
): Promise<Discussion> {
  if (changeRequestId == null) {
    if (spaceId == null) throw invalidInput('spaceId', 'is required without changeRequestId')
    const space = await loadSpace(context, spaceId)
    return { space, changeRequestId: null, revisionId: space.revisionId }
  }
  const { space, ...changeRequest } = await loadChangeRequest(context, { spaceId, changeRequestId })
  return { space, changeRequestId: changeRequest.id, revisionId: changeRequest.revisionId }
}

/** Returns a comment with its space. Throws NOT_FOUND if the viewer may not see them. */
async function loadComment(
  context: Context,
  address: CommentAddress,
): Promise<{ space: Space; comment: Comment }> {
  const where = { AND: [commentIn(address), readableComments(viewerOf(context))] }
  const comment = orNotFound(await selectRow(context.database.query, 'Comment', where))
  return { space: await loadSpace(context, comment.spaceId), comment }
}

async function loadReply(
  context: Context,
  address: ReplyAddress,
): Promise<{ space: Space; reply: CommentReply }> {
  const { space, comment } = await loadComment(context, address)
  const where = { id: address.replyId, commentId: comment.id }
  const reply = orNotFound(await selectRow(context.database.query, 'CommentReply', where))
  return { space, reply }
}

export interface CreateComment {
  readonly node?: string | null
  readonly page?: string | null
  readonly body: BodyInput
}

export async function createComment(
  context: Context,
  address: DiscussionAddress,
  input: CreateComment,
): Promise<Comment> {
  const { space, changeRequestId, revisionId } = await loadDiscussion(context, address)
  authorizeSpace(context, space)
  const page = await pageOf(context, revisionId, input.page)
  const { columns, mentioned } = await writtenBody(context, input.body)
  return context.database.transaction(async (transaction) => {
    const comment = await transaction.comment.create({
      data: {
        id: newId('Comment'),
        spaceId: space.id,
        changeRequestId,
        revisionId,
        pageId: page?.pageId ?? null,
        nodeId: input.node ?? null,
        nodePreview: page && input.node != null ? await previewOf(context, page, input.node) : null,
        postedById: memberOf(context).userId,
        ...columns,
      },
    })
    await usersMentioned.publish(transaction, { context, commentId: comment.id, replyId: null, mentioned })
    return comment
  })
}

async function pageOf(
  context: Context,
  revisionId: string,
  pageId: string | null | undefined,
): Promise<LocatedPage | null> {
  if (pageId == null) return null
  const page = await contentLoaders(context).pages.load({ revisionId, pageId })
  if (!page) throw refusedInput('page', 'PAGE_NOT_IN_SPACE')
  return page
}

/** Returns the beginning of the text of a node; null if the page has no such node. */
async function previewOf(context: Context, page: LocatedPage, node: string): Promise<string | null> {
  return textOfNode(await contentLoaders(context).bodies.load(page), node, ownerOf(context))
}

export interface UpdateComment extends ReactionChanges {
  readonly isResolved?: boolean | null
  readonly body?: BodyInput | null
}

/** Updates a comment. Everyone who may comment may resolve and react; only the author and administrators may edit it. */
export async function updateComment(
  context: Context,
  address: CommentAddress,
  input: UpdateComment,
): Promise<Comment> {
  const { space, comment } = await loadComment(context, address)
  const { userId } = memberOf(context)
  authorizeSpace(context, space, { own: !input.body || comment.postedById === userId })
  const { columns, mentioned } = await changedBody(context, input, comment)
  return context.database.transaction(async (transaction) => {
    await changeReactions(transaction, { commentId: comment.id }, userId, input)
    if (input.isResolved != null) await resolve(transaction, comment.id, input.isResolved, userId)
    await usersMentioned.publish(transaction, { context, commentId: comment.id, replyId: null, mentioned })
    return transaction.comment.update({ where: { id: comment.id }, data: columns })
  })
}

/** Sets the status of a comment. Resolving a resolved comment keeps the first resolver and date. */
async function resolve(
  transaction: Transaction,
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

export async function deleteComment(context: Context, address: CommentAddress): Promise<Comment> {
  const { space, comment } = await loadComment(context, address)
  authorizeSpace(context, space, { own: comment.postedById === memberOf(context).userId })
  const { count } = await context.database.transaction((transaction) =>
    transaction.comment.deleteMany({ where: { id: comment.id } }),
  )
  if (count === 0) throw notFound()
  return comment
}

export async function createCommentReply(
  context: Context,
  address: CommentAddress,
  input: { body: BodyInput },
): Promise<CommentReply> {
  const { space, comment } = await loadComment(context, address)
  authorizeSpace(context, space)
  const { columns, mentioned } = await writtenBody(context, input.body)
  return context.database.transaction(async (transaction) => {
    const reply = await transaction.commentReply.create({
      data: {
        id: newId('CommentReply'),
        commentId: comment.id,
        postedById: memberOf(context).userId,
        ...columns,
      },
    })
    const written = { context, commentId: comment.id, replyId: reply.id }
    await usersMentioned.publish(transaction, { ...written, mentioned })
    await replyAdded.publish(transaction, written)
    return reply
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
  const { userId } = memberOf(context)
  authorizeSpace(context, space, { own: !input.body || reply.postedById === userId })
  const { columns, mentioned } = await changedBody(context, input, reply)
  return context.database.transaction(async (transaction) => {
    await changeReactions(transaction, { replyId: reply.id }, userId, input)
    const { commentId, id: replyId } = reply
    await usersMentioned.publish(transaction, { context, commentId, replyId, mentioned })
    return transaction.commentReply.update({ where: { id: reply.id }, data: columns })
  })
}

/** Reads a body that is written, before the transaction of the write, as a long one takes its time. */
async function writtenBody(context: Context, body: BodyInput, before?: StoredBody) {
  const columns = await bodyColumns(body, ownerOf(context))
  return { columns, mentioned: await newlyMentioned(context, columns, before) }
}

async function changedBody(
  context: Context,
  { body }: { readonly body?: BodyInput | null },
  before: StoredBody,
) {
  if (!body) return { columns: {}, mentioned: [] }
  const { columns, mentioned } = await writtenBody(context, body, before)
  return { columns: { ...columns, editedAt: new Date() }, mentioned }
}

export async function deleteCommentReply(context: Context, address: ReplyAddress): Promise<CommentReply> {
  const { space, reply } = await loadReply(context, address)
  authorizeSpace(context, space, { own: reply.postedById === memberOf(context).userId })
  const { count } = await context.database.transaction((transaction) =>
    transaction.commentReply.deleteMany({ where: { id: reply.id } }),
  )
  if (count === 0) throw notFound()
  return reply
}
