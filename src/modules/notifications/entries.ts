import type { Member } from '../../access/viewer.ts'
import type { AppObject } from '../../base/app-addresses.ts'
import type { Database } from '../../database/client.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { readableChangeRequests } from '../change-requests/policy.ts'
import { readableComments, readableReplies } from '../comments/policy.ts'
import { readableRequests, readableReviews } from '../reviews/policy.ts'
import type { QueuedKind } from './kinds.ts'

/** Something that a user is still to be told. */
export interface Pending {
  readonly id: string
  readonly kind: QueuedKind
  readonly objectId: string
}

/** The deeds that mails tell, by the names of their texts. */
export type Deed = 'mentioned' | 'replied' | 'reviewRequested' | 'approved' | 'changesRequested' | 'merged'

/** Something that happened, as far as its reader may read it. */
export interface Entry {
  readonly kind: QueuedKind
  readonly deed: Deed
  /** The display name of who did it. Null for a user who was deleted. */
  readonly actor: string | null
  /** The comment, the reply or the review: what is told once, even for two reasons. */
  readonly about: string
  /** The change request or, outside of them, the comment: mails of the same belong together. */
  readonly thread: string
  readonly space: { readonly id: string; readonly title: string }
  readonly changeRequest: { readonly id: string; readonly number: number; readonly subject: string } | null
  /** The page of a comment. */
  readonly pageId: string | null
  /** Where it is shown. */
  readonly object: AppObject
}

const name = { select: { displayName: true } } as const
const changeRequest = { select: { id: true, number: true, subject: true } } as const
const space = { select: { id: true, title: true } } as const
const ofChangeRequest = { select: { ...changeRequest.select, space } } as const
const ofComment = {
  select: { id: true, reviewId: true, pageId: true, postedBy: name, space, changeRequest },
} satisfies { select: Prisma.CommentSelect }

type CommentRow = Prisma.CommentGetPayload<typeof ofComment>
type ChangeRequestRow = Prisma.ChangeRequestGetPayload<typeof ofChangeRequest>

/**
 * Returns what of the pending a user may read now, in its order, by the same policies as the graph. The others are gone, or out of
 * the sight of the user, or no longer so: a request for a review that was answered or withdrawn.
 */
export async function readEntries(
  { prisma }: Pick<Database, 'prisma'>,
  viewer: Member,
  pending: readonly Pending[],
): Promise<readonly Entry[]> {
  const idsOf = (...kinds: readonly QueuedKind[]) => ({
    in: pending.filter(({ kind }) => kinds.includes(kind)).map(({ objectId }) => objectId),
  })
  const comments = await prisma.comment.findMany({
    where: { AND: [{ id: idsOf('MENTION') }, readableComments(viewer)] },
    ...ofComment,
  })
  const replies = await prisma.commentReply.findMany({
    where: { AND: [{ id: idsOf('MENTION', 'REPLY') }, readableReplies(viewer)] },
    select: { id: true, postedBy: name, comment: ofComment },
  })
  const requests = await prisma.requestedReviewer.findMany({
    where: {
      AND: [
        { id: idsOf('REVIEW_REQUEST'), changeRequest: { status: { in: ['DRAFT', 'OPEN'] } } },
        readableRequests(viewer),
      ],
    },
    select: { id: true, requestedBy: name, changeRequest: ofChangeRequest },
  })
  const reviews = await prisma.review.findMany({
    where: { AND: [{ id: idsOf('REVIEW') }, readableReviews(viewer)] },
    select: { id: true, status: true, reviewer: name, changeRequest: ofChangeRequest },
  })
  const merged = await prisma.changeRequest.findMany({
    where: { AND: [{ id: idsOf('MERGE'), status: 'MERGED' }, readableChangeRequests(viewer)] },
    select: { ...ofChangeRequest.select, mergedBy: name },
  })
  const found = new Map<string, Omit<Entry, 'kind' | 'deed'> & { readonly deed?: Deed }>([
    ...comments.map((row) => [row.id, inComment(row, row.postedBy, row.reviewId ?? row.id)] as const),
    ...replies.map(({ id, postedBy, comment }) => [id, inComment(comment, postedBy, id)] as const),
    ...requests.map((row) => [row.id, onChangeRequest(row.changeRequest, row.requestedBy, row.id)] as const),
    ...reviews.map(
      (row) =>
        [
          row.id,
          {
            ...onChangeRequest(row.changeRequest, row.reviewer, row.id),
            deed: row.status === 'APPROVED' ? 'approved' : 'changesRequested',
          } as const,
        ] as const,
    ),
    ...merged.map((row) => [row.id, onChangeRequest(row, row.mergedBy, row.id)] as const),
  ])
  return pending.flatMap(({ kind, objectId }) => {
    const entry = found.get(objectId)
    return entry ? [{ deed: deeds[kind], ...entry, kind }] : []
  })
}

/** The deeds by kind. The deed of a review depends on its verdict. */
const deeds: Readonly<Record<QueuedKind, Deed>> = {
  MENTION: 'mentioned',
  REPLY: 'replied',
  REVIEW_REQUEST: 'reviewRequested',
  REVIEW: 'approved',
  MERGE: 'merged',
}

type Named = { readonly displayName: string } | null

function inComment({ id, space, changeRequest, pageId }: CommentRow, actor: Named, about: string) {
  const page = pageId !== null && { page: pageId }
  const object: AppObject =
    changeRequest !== null
      ? { kind: 'change request', space: space.id, changeRequest: changeRequest.id, ...page }
      : pageId === null
        ? { kind: 'space', space: space.id }
        : { kind: 'page', space: space.id, page: pageId }
  const thread = changeRequest?.id ?? id
  return { actor: actor?.displayName ?? null, about, thread, space, changeRequest, pageId, object }
}

function onChangeRequest({ space, ...changeRequest }: ChangeRequestRow, actor: Named, about: string) {
  const { id } = changeRequest
  const object: AppObject = { kind: 'change request', space: space.id, changeRequest: id }
  return {
    actor: actor?.displayName ?? null,
    about,
    thread: id,
    space,
    changeRequest,
    pageId: null,
    object,
  }
}
