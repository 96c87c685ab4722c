import { mayOnSpace } from '../../../access/authorize.ts'
import type { ContentRights } from '../../../access/viewer.ts'
import type { Comment } from '../../../generated/prisma/client.ts'
import { builder } from '../../../graphql/builder.ts'
import { urlsObject } from '../../../graphql/urls-object.ts'
import { viewerOf } from '../../../request/context.ts'
import { mayEditComment } from '../policy.ts'

/** The author and space of a comment or reply, which determine its permissions. */
export interface Authored {
  readonly authorId: string | null
  readonly space: ContentRights
}

const mayChange = 'Allowed for authors who may comment, and for administrators of the space.'

export const CommentPermissions = builder.objectRef<Authored>('CommentPermissions').implement({
  description: 'The actions that the caller may perform on a comment or reply.',
  fields: (t) => ({
    view: t.boolean({
      description: 'Whether the caller can view it.',
      resolve: ({ space }, _args, context) => mayOnSpace(viewerOf(context), 'space:view', space),
    }),
    edit: t.boolean({
      description: `Whether the caller can edit its body. ${mayChange}`,
      resolve: ({ authorId, space }, _args, context) => mayEditComment(viewerOf(context), authorId, space),
    }),
    reply: t.boolean({
      description: 'Whether the caller can reply to it.',
      resolve: ({ space }, _args, context) => mayOnSpace(viewerOf(context), 'space:comment', space),
    }),
    react: t.boolean({
      description: 'Whether the caller can react to it.',
      resolve: ({ space }, _args, context) => mayOnSpace(viewerOf(context), 'space:comment', space),
    }),
    delete: t.boolean({
      description: `Whether the caller can delete it. ${mayChange}`,
      resolve: ({ authorId, space }, _args, context) => mayEditComment(viewerOf(context), authorId, space),
    }),
  }),
})

/** Returns the path of a comment in the REST API. */
export const commentPath = ({
  id,
  spaceId,
  changeRequestId,
}: Pick<Comment, 'id' | 'spaceId' | 'changeRequestId'>): string =>
  `/spaces/${spaceId}${changeRequestId === null ? '' : `/change-requests/${changeRequestId}`}/comments/${id}`

export const CommentUrls = urlsObject<{ path: string }>('CommentUrls', {
  description: 'URLs of a comment or a reply.',
  of: 'the comment or reply',
  location: ({ path }) => `${path}`,
})
