import { mayOnSpace } from '../../access/authorize.ts'
import { type ContentRights, isUser, type Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { changeRequestIn } from '../change-requests/policy.ts'
import { readableSpaces } from '../spaces/policy.ts'

/** Matches the comments of readable spaces. No route for visitors selects comments (`test/contract/access.test.ts`). */
export const readableComments = (viewer: Viewer): Prisma.CommentWhereInput => ({
  space: readableSpaces(viewer),
})

/** The content that comments belong to: that of a space or of a change request. */
export interface DiscussionAddress {
  readonly spaceId?: string | null | undefined
  /** The id or the number of the change request; absent for the content of the space. */
  readonly changeRequestId?: string | null | undefined
}

export interface CommentAddress extends DiscussionAddress {
  readonly commentId: string
}

/**
 * Returns the filter for the comment at an address, which can be its id alone. Throws BAD_USER_INPUT for the number of a
 * change request without a space.
 */
export function commentIn({ commentId, spaceId, changeRequestId }: CommentAddress): Prisma.CommentWhereInput {
  if (changeRequestId != null)
    return { id: commentId, changeRequest: changeRequestIn({ spaceId, changeRequestId }) }
  return spaceId == null ? { id: commentId } : { id: commentId, spaceId, changeRequestId: null }
}

export const readableReplies = (viewer: Viewer): Prisma.CommentReplyWhereInput => ({
  comment: readableComments(viewer),
})

/** The permission to edit the text of a comment or a reply, or to delete it. */
export const authorPermission = { author: 'space:comment', others: 'space:administer' } as const

/** The permission to update a comment or a reply. Everyone who may comment may resolve it and react to it. */
export const updatePermission = { ...authorPermission, othersFor: 'body' } as const

/** Returns whether the viewer may edit or delete a comment: its author while they may comment, and administrators. */
export const mayEditComment = (viewer: Viewer, authorId: string | null, space: ContentRights): boolean =>
  mayOnSpace(viewer, authorPermission[isUser(viewer, authorId) ? 'author' : 'others'], space)
