import { mayOnSpace } from '../../access/authorize.ts'
import type { ContentRights, Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { readableSpaces } from '../spaces/policy.ts'

/** Returns the filter for readable comments, which are those of readable spaces. */
export const readableComments = (viewer: Viewer): Prisma.CommentWhereInput => ({
  space: readableSpaces(viewer),
})

export const readableReplies = (viewer: Viewer): Prisma.CommentReplyWhereInput => ({
  comment: readableComments(viewer),
})

/** The permission to edit or delete a comment or a reply. */
export const authorPermission = { author: 'space:comment', others: 'space:administer' } as const

/** Returns whether the viewer may edit or delete a comment: its author while they may comment, and administrators. */
export const mayEditComment = (viewer: Viewer, authorId: string | null, space: ContentRights): boolean =>
  mayOnSpace(viewer, authorPermission[authorId === viewer.userId ? 'author' : 'others'], space)
