import { mayOnSpace } from '../../access/authorize.ts'
import { type ContentRights, isUser, type Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { readableSpaces } from '../spaces/policy.ts'

/** Returns the filter for readable comments, which are those of readable spaces. */
export const readableComments = (viewer: Viewer): Prisma.CommentWhereInput => ({
  space: readableSpaces(viewer),
})

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
