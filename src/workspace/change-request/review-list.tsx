import xmark from 'icon:xmark'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Avatar } from '../parts/person.tsx'
import { Prose } from '../parts/prose.tsx'
import { Ago } from '../parts/time.tsx'
import { RemoveReviewerMutation, RequestReviewsMutation } from './change-request-data.ts'
import styles from './reviews.module.css'

export interface Reviewer {
  readonly id: string
  readonly displayName: string
  readonly photoURL: string | null
}

export interface Review {
  readonly id: string
  readonly status: 'APPROVED' | 'CHANGES_REQUESTED'
  readonly isOutdated: boolean
  readonly createdAt: string
  readonly reviewer: Reviewer | null
  readonly comment: { readonly body: { readonly html: string } } | null
}

interface Props {
  readonly id: string
  readonly reviews: readonly Review[]
  readonly requested: readonly Reviewer[]
  readonly viewer: string | undefined
  /** Whether the viewer may ask people for a review, and take that back. */
  readonly canAsk: boolean
}

export function ReviewList({ id, reviews, requested, viewer, canAsk }: Props) {
  const remove = useAction(RemoveReviewerMutation)
  const ask = useAction(RequestReviewsMutation)
  return (
    <ul className={styles.list}>
      {requested.map((person) => (
        <li key={person.id}>
          <Avatar person={person} />
          <div className={styles.what}>
            {person.displayName}
            <div className={styles.soft}>{text('review.requested')}</div>
          </div>
          {(canAsk || person.id === viewer) && (
            <IconButton
              label={text('review.remove', { name: person.displayName })}
              icon={xmark}
              isDisabled={remove.isRunning}
              onPress={() => void remove.run({ id, user: person.id })}
            />
          )}
        </li>
      ))}
      {reviews.map(({ id: review, status, isOutdated, createdAt, reviewer, comment }) => (
        <li key={review} data-outdated={isOutdated || undefined}>
          {reviewer && <Avatar person={reviewer} />}
          <div className={styles.what}>
            {reviewer?.displayName ?? text('comment.somebody')}
            <div className={styles.soft}>
              <span className={styles.verdict} data-status={status}>
                {text(`review.status.${status}`)}
              </span>{' '}
              · <Ago at={createdAt} />
              {isOutdated && ` · ${text('review.outdated')}`}
            </div>
            {comment && (
              <div className={styles.comment}>
                <Prose html={comment.body.html} />
              </div>
            )}
            {canAsk && reviewer && !isOutdated && (
              <Button
                kind="quiet"
                isDisabled={ask.isRunning}
                onPress={() => void ask.run({ id, users: [reviewer.id] })}
              >
                {text('review.askAgain')}
              </Button>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
