import { type FragmentType, unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { useAction } from '../app/use-action.ts'
import { Post } from './post.tsx'

const ReplyOfThread = graphql(`
  fragment ReplyOfThread on CommentReply {
    id
    postedAt
    editedAt
    postedBy { id displayName photoURL }
    body { html markdown }
    permissions { edit delete react }
    reactions { emoji ...ReactionOfComment }
  }
`)

const UpdateReply = graphql(`
  mutation UpdateReply($comment: ID!, $reply: ID!, $input: UpdateCommentReplyInput!) {
    updateCommentReply(commentId: $comment, replyId: $reply, input: $input) {
      commentReply { id ...ReplyOfThread }
    }
  }
`)

const DeleteReply = graphql(`
  mutation DeleteReply($comment: ID!, $reply: ID!) {
    deleteCommentReply(commentId: $comment, replyId: $reply) {
      deletedCommentReplyId
      comment { id ...CommentOfThread }
    }
  }
`)

interface Props {
  readonly space: string
  readonly comment: string
  readonly reply: FragmentType<typeof ReplyOfThread>
}

export function Reply({ space, comment, reply }: Props) {
  const post = unmask(ReplyOfThread, reply)
  const ids = { comment, reply: post.id }
  const edit = useAction(UpdateReply, { isInForm: true })
  const react = useAction(UpdateReply)
  const remove = useAction(DeleteReply)
  return (
    <Post
      space={space}
      post={post}
      edit={edit}
      onEdit={async (markdown) => (await edit.run({ ...ids, input: { body: { markdown } } })) !== undefined}
      onReact={({ added, removed }) =>
        void react.run({ ...ids, input: { addedReactions: added, removedReactions: removed } })
      }
      onDelete={() => void remove.run(ids)}
    />
  )
}
