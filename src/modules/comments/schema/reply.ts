import { contentRights } from '../../../access/viewer.ts'
import { model } from '../../../graph/declare/model.ts'
import { related } from '../../../graph/declare/model-reads.ts'
import { readableReplies } from '../policy.ts'
import { CommentPermissions, CommentUrls, commentPath } from './permissions.ts'
import { writtenFields } from './written-fields.ts'

export const CommentReply = model('CommentReply', {
  description: 'A reply to a comment.',
  id: 'Opaque identifier.',
  visible: readableReplies,
  fields: (t) => ({
    ...writtenFields(t, 'CommentReply', async (context, reply) => {
      const { comment } = await related('CommentReply', context, reply, { comment: { space: true } })
      return comment.space.organizationId
    }),
    urls: t.computed({
      type: CommentUrls,
      description: 'URLs of the reply.',
      from: ['id'],
      with: { comment: ['id', 'spaceId', 'changeRequestId'] },
      resolve: ({ id, comment }) => ({ path: `${commentPath(comment)}/replies/${id}` }),
    }),
    permissions: t.computed({
      type: CommentPermissions,
      description: 'The actions that the caller may perform.',
      from: ['postedById'],
      with: { comment: { space: contentRights } },
      resolve: ({ postedById, comment }) => ({ authorId: postedById, space: comment.space }),
    }),
  }),
})
