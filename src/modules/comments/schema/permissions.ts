import { mayOnSpace } from '../../../access/authorize.ts'
import type { Comment, Space } from '../../../generated/prisma/client.ts'
import { builder } from '../../../graphql/builder.ts'
import { viewerOf } from '../../../graphql/context.ts'
import { mayEditComment } from '../policy.ts'

/** What decides about the rights to a comment or reply. */
export interface Authored {
  readonly authorId: string | null
  readonly space: Space
}

const mayChange = 'It is one’s own and one may comment, or one manages the space.'

export const CommentPermissions = builder.objectRef<Authored>('CommentPermissions').implement({
  description: 'What the caller may do with a comment or a reply.',
  fields: (t) => ({
    view: t.boolean({
      description: 'See it.',
      resolve: ({ space }, _args, context) => mayOnSpace(viewerOf(context), 'space:view', space),
    }),
    edit: t.boolean({
      description: `Change its text. ${mayChange}`,
      resolve: ({ authorId, space }, _args, context) => mayEditComment(viewerOf(context), authorId, space),
    }),
    reply: t.boolean({
      description: 'Reply to it.',
      resolve: ({ space }, _args, context) => mayOnSpace(viewerOf(context), 'space:comment', space),
    }),
    react: t.boolean({
      description: 'React to it.',
      resolve: ({ space }, _args, context) => mayOnSpace(viewerOf(context), 'space:comment', space),
    }),
    delete: t.boolean({
      description: `Delete it. ${mayChange}`,
      resolve: ({ authorId, space }, _args, context) => mayEditComment(viewerOf(context), authorId, space),
    }),
  }),
})

/** The path of a comment in the REST API. */
export const commentPath = ({
  id,
  spaceId,
  changeRequestId,
}: Pick<Comment, 'id' | 'spaceId' | 'changeRequestId'>): string =>
  `/spaces/${spaceId}${changeRequestId === null ? '' : `/change-requests/${changeRequestId}`}/comments/${id}`

export const CommentUrls = builder.objectRef<{ path: string }>('CommentUrls').implement({
  description: 'Addresses of a comment or a reply.',
  fields: (t) => ({
    location: t.field({
      type: 'URL',
      description: 'It in the REST API.',
      resolve: ({ path }, _args, { config }) => `${config.baseUrl}/v1${path}`,
    }),
  }),
})
