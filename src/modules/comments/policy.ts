import { mayOnSpace } from '../../access/authorize.ts'
import type { ContentRights, Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { readableSpaces } from '../spaces/policy.ts'

/** Comments are seen by whoever sees their space. */
export const readableComments = (viewer: Viewer): Prisma.CommentWhereInput => ({
  space: readableSpaces(viewer),
})

export const readableReplies = (viewer: Viewer): Prisma.CommentReplyWhereInput => ({
  comment: readableComments(viewer),
})

/** Authors change and delete what they wrote, as long as they may comment; those who manage the space may always. */
export const mayEditComment = (viewer: Viewer, authorId: string | null, space: ContentRights): boolean =>
  mayOnSpace(viewer, 'space:administer', space) ||
  (authorId === viewer.userId && mayOnSpace(viewer, 'space:comment', space))
