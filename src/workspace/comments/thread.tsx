import check from 'icon:check'
import ellipsis from 'icon:ellipsis'
import rotate from 'icon:rotate-left'
import trash from 'icon:trash'
import { useState } from 'react'
import { type FragmentType, unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import type { CommentOfThreadFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Menu } from '../parts/menu.tsx'
import { Avatar } from '../parts/person.tsx'
import { Ago } from '../parts/time.tsx'
import styles from './comments.module.css'
import { Writer } from './writer.tsx'

/** A comment with its replies. */
export const CommentOfThread = graphql(`
  fragment CommentOfThread on Comment {
    id
    status
    postedAt
    postedBy { id displayName photoURL }
    body { html }
    permissions { delete reply }
    replies(first: 50) {
      nodes { id postedAt postedBy { id displayName photoURL } body { html } }
    }
  }
`)

const ReplyToComment = graphql(`
  mutation ReplyToComment($comment: ID!, $markdown: String!) {
    createCommentReply(commentId: $comment, input: { body: { markdown: $markdown } }) {
      comment { id ...CommentOfThread }
    }
  }
`)

const ResolveComment = graphql(`
  mutation ResolveComment($comment: ID!, $isResolved: Boolean!) {
    updateComment(commentId: $comment, input: { isResolved: $isResolved }) { comment { id status } }
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
  const { id, status, permissions, replies } = comment
  const reply = useAction(ReplyToComment, { isInForm: true })
  const resolve = useAction(ResolveComment)
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
      <Post {...comment}>
        {mayComment && (
          <IconButton
            label={text(isResolved ? 'comment.reopen' : 'comment.resolve')}
            icon={isResolved ? rotate : check}
            onPress={() => void resolve.run({ comment: id, isResolved: !isResolved })}
          />
        )}
        {permissions.delete && (
          <Menu
            label={text('comment.actions')}
            trigger={<IconButton label={text('comment.actions')} icon={ellipsis} />}
            groups={[
              [
                {
                  id: 'delete',
                  label: text('comment.delete'),
                  icon: trash,
                  isDangerous: true,
                  act: onDelete,
                },
              ],
            ]}
          />
        )}
      </Post>
      {replies.nodes.map((each) => (
        <Post key={each.id} {...each} />
      ))}
      {permissions.reply && (
        <Writer
          label={text('comment.reply')}
          action={text('comment.send')}
          isRunning={reply.isRunning}
          fault={reply.fault}
          onSend={async (markdown) => (await reply.run({ comment: id, markdown })) !== undefined}
        />
      )}
    </article>
  )
}

type PostProps = Pick<CommentOfThreadFragment, 'postedAt' | 'postedBy' | 'body'> & {
  readonly children?: React.ReactNode
}

const Post = ({ postedAt, postedBy, body, children }: PostProps) => (
  <div className={styles.post}>
    <header>
      {postedBy && <Avatar person={postedBy} />}
      <strong>{postedBy?.displayName ?? text('comment.somebody')}</strong>
      <span className={styles.time}>
        <Ago at={postedAt} />
      </span>
      {children}
    </header>
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server renders it, without scripts, as it renders sites. */}
    <div className={styles.body} dangerouslySetInnerHTML={{ __html: body.html }} />
  </div>
)
