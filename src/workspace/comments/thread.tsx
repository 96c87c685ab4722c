import check from 'icon:check'
import rotate from 'icon:rotate-left'
import { useState } from 'react'
import { type FragmentType, unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { Button, IconButton } from '../parts/button.tsx'
import styles from './comments.module.css'
import { Post } from './post.tsx'
import { Reply } from './reply.tsx'
import { Writer } from './writer.tsx'

export const CommentOfThread = graphql(`
  fragment CommentOfThread on Comment {
    id
    status
    postedAt
    editedAt
    postedBy { id displayName photoURL }
    body { html markdown }
    permissions { edit delete reply react }
    reactions { emoji ...ReactionOfComment }
    space { id }
    replies(first: 50) { nodes { id ...ReplyOfThread } }
  }
`)

const ReplyToComment = graphql(`
  mutation ReplyToComment($comment: ID!, $markdown: String!) {
    createCommentReply(commentId: $comment, input: { body: { markdown: $markdown } }) {
      comment { id ...CommentOfThread }
    }
  }
`)

const UpdateComment = graphql(`
  mutation UpdateComment($comment: ID!, $input: UpdateCommentInput!) {
    updateComment(commentId: $comment, input: $input) {
      comment { id ...CommentOfThread space { id openCommentCount } }
    }
  }
`)

interface Props {
  readonly comment: FragmentType<typeof CommentOfThread>
  readonly mayComment: boolean
  readonly onDelete: () => void
}

/** A comment with its replies. One that is resolved is a line, until somebody opens it. */
export function Thread({ mayComment, onDelete, ...props }: Props) {
  const comment = unmask(CommentOfThread, props.comment)
  const { id, status, permissions, replies, space } = comment
  const reply = useAction(ReplyToComment, { isInForm: true })
  const edit = useAction(UpdateComment, { isInForm: true })
  const update = useAction(UpdateComment)
  const isResolved = status === 'RESOLVED'
  const [isOpen, setOpen] = useState(!isResolved)
  if (!isOpen)
    return (
      <Button kind="quiet" icon={check} onPress={() => setOpen(true)}>
        {text('comment.resolved', { name: comment.postedBy?.displayName ?? text('comment.somebody') })}
      </Button>
    )
  return (
    <article className={styles.thread} data-resolved={isResolved || undefined}>
      <Post
        space={space.id}
        post={comment}
        edit={edit}
        onEdit={async (markdown) =>
          (await edit.run({ comment: id, input: { body: { markdown } } })) !== undefined
        }
        onReact={({ added, removed }) =>
          void update.run({ comment: id, input: { addedReactions: added, removedReactions: removed } })
        }
        onDelete={onDelete}
      >
        {mayComment && (
          <IconButton
            label={text(isResolved ? 'comment.reopen' : 'comment.resolve')}
            icon={isResolved ? rotate : check}
            onPress={() => void update.run({ comment: id, input: { isResolved: !isResolved } })}
          />
        )}
      </Post>
      {replies.nodes.map((each) => (
        <Reply key={each.id} space={space.id} comment={id} reply={each} />
      ))}
      {permissions.reply && (
        <Writer
          label={text('comment.reply')}
          action={text('comment.send')}
          space={space.id}
          isRunning={reply.isRunning}
          fault={reply.fault}
          onSend={async (markdown) => (await reply.run({ comment: id, markdown })) !== undefined}
        />
      )}
    </article>
  )
}
