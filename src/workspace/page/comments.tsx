import check from 'icon:check'
import ellipsis from 'icon:ellipsis'
import rotate from 'icon:rotate-left'
import trash from 'icon:trash'
import { useState } from 'react'
import { type FragmentType, unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import type { CommentOfPageFragment } from '../../generated/workspace-operations/graphql.ts'
import { useUnsaved } from '../app/leaving.ts'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { TextField } from '../parts/fields.tsx'
import { FaultMessage } from '../parts/form-dialog.tsx'
import { Menu } from '../parts/menu.tsx'
import { Avatar } from '../parts/person.tsx'
import { Ago } from '../parts/time.tsx'
import styles from './comments.module.css'

const CommentsOfPage = graphql(`
  fragment CommentsOfPage on Space {
    id
    comments(first: 50, targetPage: $page, orderBy: { field: CREATED_AT, direction: ASC }) {
      totalCount
      nodes { id ...CommentOfPage }
    }
  }
`)

const CommentOfPage = graphql(`
  fragment CommentOfPage on Comment {
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

const PostComment = graphql(`
  mutation PostComment($space: ID!, $page: ID!, $markdown: String!) {
    createComment(spaceId: $space, input: { page: $page, body: { markdown: $markdown } }) {
      comment { id ...CommentOfPage }
      query { space(id: $space) { id ...CommentsOfPage } }
    }
  }
`)

const ReplyToComment = graphql(`
  mutation ReplyToComment($comment: ID!, $markdown: String!) {
    createCommentReply(commentId: $comment, input: { body: { markdown: $markdown } }) {
      comment { id ...CommentOfPage }
    }
  }
`)

const ResolveComment = graphql(`
  mutation ResolveComment($comment: ID!, $isResolved: Boolean!) {
    updateComment(commentId: $comment, input: { isResolved: $isResolved }) { comment { id status } }
  }
`)

const DeleteComment = graphql(`
  mutation DeleteComment($space: ID!, $page: ID!, $comment: ID!) {
    deleteComment(commentId: $comment) {
      deletedCommentId
      query { space(id: $space) { id ...CommentsOfPage } }
    }
  }
`)

interface Props {
  readonly space: FragmentType<typeof CommentsOfPage>
  readonly page: string
  readonly mayComment: boolean
}

/** The discussions of a page. */
export function Comments({ space, page, mayComment }: Props) {
  const { id, comments } = unmask(CommentsOfPage, space)
  const post = useAction(PostComment, { isInForm: true })
  return (
    <aside className={styles.comments} aria-label={text('comment.comments')}>
      <h2>{text('comment.count', { count: comments.totalCount })}</h2>
      <ul className={styles.list}>
        {comments.nodes.map((node) => {
          const comment = unmask(CommentOfPage, node)
          return (
            <li key={comment.id}>
              <Thread space={id} page={page} comment={comment} mayComment={mayComment} />
            </li>
          )
        })}
      </ul>
      {mayComment && (
        <Writer
          label={text('comment.write')}
          action={text('comment.post')}
          isRunning={post.isRunning}
          fault={post.fault}
          onSend={async (markdown) => (await post.run({ space: id, page, markdown })) !== undefined}
        />
      )}
    </aside>
  )
}

interface ThreadProps extends Omit<Props, 'space'> {
  readonly space: string
  readonly comment: CommentOfPageFragment
}

function Thread({ space, page, comment, mayComment }: ThreadProps) {
  const { id, status, permissions, replies } = comment
  const reply = useAction(ReplyToComment, { isInForm: true })
  const resolve = useAction(ResolveComment)
  const remove = useAction(DeleteComment)
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
                  act: () => void remove.run({ space, page, comment: id }),
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

type PostProps = Pick<CommentOfPageFragment, 'postedAt' | 'postedBy' | 'body'> & {
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

interface WriterProps {
  readonly label: string
  readonly action: string
  readonly isRunning: boolean
  readonly fault: Parameters<typeof FaultMessage>[0]['fault']
  /** Resolves to whether it was sent. What was typed stays if it was not. */
  readonly onSend: (markdown: string) => Promise<boolean>
}

function Writer({ label, action, isRunning, fault, onSend }: WriterProps) {
  const [markdown, setMarkdown] = useState('')
  const isEmpty = markdown.trim() === ''
  useUnsaved(!isEmpty)
  const send = async () => {
    if (await onSend(markdown)) setMarkdown('')
  }
  return (
    <div className={styles.writer}>
      <FaultMessage fault={fault} />
      <TextField
        name="markdown"
        label={label}
        value={markdown}
        onChange={setMarkdown}
        lines={isEmpty ? 1 : 4}
      />
      {!isEmpty && (
        <Button kind="main" onPress={send} isPending={isRunning}>
          {action}
        </Button>
      )}
    </div>
  )
}
