import xmark from 'icon:xmark'
import { type FragmentType, unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import styles from '../comments/comments.module.css'
import { Thread } from '../comments/thread.tsx'
import { Writer } from '../comments/writer.tsx'
import { Button, IconButton } from '../parts/button.tsx'
import { SelectField } from '../parts/fields.tsx'
import { useField } from '../parts/use-field.ts'
import pageStyles from './comments.module.css'

const CommentsOfPage = graphql(`
  fragment CommentsOfPage on Space {
    id
    comments(first: $comments, targetPage: $page, orderBy: { field: CREATED_AT, direction: ASC }) {
      totalCount
      pageInfo { hasNextPage }
      nodes { id status target { node { nodeId preview } } ...CommentOfThread }
    }
  }
`)

const PostComment = graphql(`
  mutation PostComment($space: ID!, $page: ID!, $comments: Int!, $input: CreateCommentInput!) {
    createComment(spaceId: $space, input: $input) {
      comment { id ...CommentOfThread }
      query { space(id: $space) { id openCommentCount ...CommentsOfPage } }
    }
  }
`)

const DeleteComment = graphql(`
  mutation DeleteComment($space: ID!, $page: ID!, $comments: Int!, $comment: ID!) {
    deleteComment(commentId: $comment) {
      deletedCommentId
      query { space(id: $space) { id openCommentCount ...CommentsOfPage } }
    }
  }
`)

/** A part of a page that a comment is about. */
export interface DiscussedPart {
  /** The anchor of the heading at or above it; null before the first one. */
  readonly anchor: string | null
  readonly text: string
}

interface Props {
  readonly space: FragmentType<typeof CommentsOfPage>
  readonly page: string
  /** How many comments are shown at most. */
  readonly shown: number
  readonly mayComment: boolean
  /** The part of the page that was selected. */
  readonly part: DiscussedPart | undefined
  readonly onClearPart: () => void
  readonly onReveal: (anchor: string) => void
  readonly onMore: () => void
}

type Filter = 'ALL' | 'OPEN' | 'RESOLVED'

export function Comments({ space, page, shown, mayComment, part, onClearPart, onReveal, onMore }: Props) {
  const { id, comments } = unmask(CommentsOfPage, space)
  const filter = useField<Filter>('ALL')
  const post = useAction(PostComment, { isInForm: true })
  const remove = useAction(DeleteComment)
  const among = { space: id, page, comments: shown }
  const send = async (markdown: string) => {
    const quoted = part ? `> ${part.text}\n\n${markdown}` : markdown
    const input = { page, body: { markdown: quoted }, ...(part?.anchor && { node: part.anchor }) }
    const done = await post.run({ ...among, input })
    if (done) onClearPart()
    return done !== undefined
  }
  const matching = comments.nodes.filter(({ status }) => filter.value === 'ALL' || status === filter.value)
  return (
    <aside className={styles.comments} aria-label={text('comment.comments')}>
      <div className={pageStyles.heading}>
        <h2>{text('comment.count', { count: comments.totalCount })}</h2>
        {comments.totalCount > 0 && (
          <SelectField
            name="status"
            label={text('comment.filter')}
            isLabelHidden
            {...filter}
            choices={[
              { value: 'ALL', label: text('comment.filter.ALL') },
              { value: 'OPEN', label: text('comment.filter.OPEN') },
              { value: 'RESOLVED', label: text('comment.filter.RESOLVED') },
            ]}
          />
        )}
      </div>
      {mayComment && part && (
        <div className={pageStyles.part}>
          <blockquote>{part.text}</blockquote>
          <IconButton label={text('comment.clearPart')} icon={xmark} onPress={onClearPart} />
        </div>
      )}
      {mayComment && (
        <>
          <Writer
            label={text(part ? 'comment.writeOnPart' : 'comment.write')}
            action={text('comment.post')}
            space={id}
            subject={part}
            isRunning={post.isRunning}
            fault={post.fault}
            onSend={send}
          />
          {!part && <p className={pageStyles.none}>{text('comment.partHint')}</p>}
        </>
      )}
      {comments.totalCount > 0 && matching.length === 0 && (
        <p className={pageStyles.none}>{text('comment.noneMatch')}</p>
      )}
      <ul className={styles.list}>
        {matching.map((comment) => {
          const { node } = comment.target
          return (
            <li key={comment.id}>
              {node?.preview && (
                <button type="button" className={pageStyles.place} onClick={() => onReveal(node.nodeId)}>
                  § {node.preview}
                </button>
              )}
              <Thread
                comment={comment}
                mayComment={mayComment}
                onDelete={() => void remove.run({ ...among, comment: comment.id })}
              />
            </li>
          )
        })}
      </ul>
      {comments.pageInfo.hasNextPage && (
        <Button kind="quiet" onPress={onMore}>
          {text('changes.more')}
        </Button>
      )}
    </aside>
  )
}
