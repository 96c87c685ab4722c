import { type FragmentType, unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import styles from '../comments/comments.module.css'
import { Thread } from '../comments/thread.tsx'
import { Writer } from '../comments/writer.tsx'

const CommentsOfPage = graphql(`
  fragment CommentsOfPage on Space {
    id
    comments(first: 50, targetPage: $page, orderBy: { field: CREATED_AT, direction: ASC }) {
      totalCount
      nodes { id ...CommentOfThread }
    }
  }
`)

const PostComment = graphql(`
  mutation PostComment($space: ID!, $page: ID!, $markdown: String!) {
    createComment(spaceId: $space, input: { page: $page, body: { markdown: $markdown } }) {
      comment { id ...CommentOfThread }
      query { space(id: $space) { id ...CommentsOfPage } }
    }
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
  const remove = useAction(DeleteComment)
  return (
    <aside className={styles.comments} aria-label={text('comment.comments')}>
      <h2>{text('comment.count', { count: comments.totalCount })}</h2>
      <ul className={styles.list}>
        {comments.nodes.map((comment) => (
          <li key={comment.id}>
            <Thread
              comment={comment}
              mayComment={mayComment}
              onDelete={() => void remove.run({ space: id, page, comment: comment.id })}
            />
          </li>
        ))}
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
