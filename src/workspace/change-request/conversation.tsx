import { text } from '../app/texts.ts'
import styles from '../comments/comments.module.css'
import type { DiscussedThread } from '../diff/discussion.ts'
import { ProposalWriter } from './use-discussion.tsx'

interface Props {
  readonly space: string
  readonly id: string
  readonly threads: readonly DiscussedThread[]
  readonly mayComment: boolean
}

/** The comments on a change request as a whole. */
export const Conversation = ({ space, id, threads, mayComment }: Props) => (
  <section className={styles.comments} aria-label={text('discussion.title')}>
    <h2>{text('discussion.title')}</h2>
    {threads.length > 0 && (
      <ul className={styles.list}>
        {threads.map((thread) => (
          <li key={thread.id}>{thread.show(false)}</li>
        ))}
      </ul>
    )}
    {mayComment ? (
      <ProposalWriter space={space} id={id} />
    ) : (
      threads.length === 0 && <p className={styles.none}>{text('discussion.none')}</p>
    )}
  </section>
)
