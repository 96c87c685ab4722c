import { useMemo } from 'react'
import { type FragmentType, unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { Thread } from '../comments/thread.tsx'
import { Writer } from '../comments/writer.tsx'
import type { DiscussedThread, Discussion } from '../diff/discussion.ts'
import { type LineQuote, quoteMarkdown, readQuote } from '../diff/line-quotes.ts'
import { CommentsOfChangeRequest, DeleteProposalComment, PostProposalComment } from './comments-data.ts'

interface Discussed {
  /** The comments on the change request as a whole. */
  readonly general: readonly DiscussedThread[]
  /** The comments on its pages and their lines. */
  readonly discussion: Discussion
}

/** Returns what is said about a change request. What reviewers said with their review is shown with it. */
export function useDiscussion(
  space: string,
  changeRequest: FragmentType<typeof CommentsOfChangeRequest>,
  mayComment: boolean,
): Discussed {
  const { id, comments } = unmask(CommentsOfChangeRequest, changeRequest)
  const remove = useAction(DeleteProposalComment)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn of a thread depends on its comment alone.
  return useMemo(() => {
    const threads = comments.nodes
      .filter(({ target }) => target.review === null)
      .map((node) => ({
        page: node.target.page?.pageId,
        thread: {
          id: node.id,
          quote: readQuote(node.written.markdown ?? ''),
          show: (isAtLine) => (
            <div {...(isAtLine && { 'data-at-line': '' })}>
              <Thread
                comment={node}
                mayComment={mayComment}
                onDelete={() => void remove.run({ comment: node.id })}
              />
            </div>
          ),
        } satisfies DiscussedThread,
      }))
    const of = (page: string | undefined) =>
      threads.filter((each) => each.page === page).map(({ thread }) => thread)
    return {
      general: of(undefined),
      discussion: {
        threadsOf: of,
        write: mayComment
          ? (page, quote, onClose) => (
              <ProposalWriter space={space} id={id} page={page} quote={quote} onClose={onClose} />
            )
          : undefined,
      },
    }
  }, [comments, mayComment, space, id])
}

interface WriterProps {
  readonly space: string
  readonly id: string
  /** The page that the comment is on; the whole change request, if left out. */
  readonly page?: string
  readonly quote?: LineQuote | undefined
  readonly onClose?: () => void
}

/** A field for a comment on a change request, one of its pages, or a line. */
export function ProposalWriter({ space, id, page, quote, onClose }: WriterProps) {
  const post = useAction(PostProposalComment, { isInForm: true })
  const send = async (markdown: string) => {
    const whole = quote ? quoteMarkdown(quote) + markdown : markdown
    const done = await post.run({ space, id, page: page ?? null, markdown: whole })
    if (done) onClose?.()
    return done !== undefined
  }
  return (
    <Writer
      label={quote ? text('discussion.onLine', { number: quote.number }) : text('discussion.write')}
      action={text('comment.post')}
      space={space}
      isRunning={post.isRunning}
      fault={post.fault}
      onSend={send}
      {...(onClose && { onCancel: onClose })}
    />
  )
}
