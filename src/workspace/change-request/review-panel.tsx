import userPlus from 'icon:user-plus'
import { useState } from 'react'
import { text } from '../app/texts.ts'
import { IconButton } from '../parts/button.tsx'
import { onDemand } from '../parts/on-demand.tsx'
import { ReviewForm } from './review-form.tsx'
import { type Review, type Reviewer, ReviewList } from './review-list.tsx'
import styles from './reviews.module.css'

const ReviewersDialog = onDemand(() => import('./reviewers-dialog.tsx'), 'ReviewersDialog')

interface Props {
  readonly space: string
  readonly id: string
  readonly author: string | undefined
  readonly viewer: string | undefined
  readonly isDraft: boolean
  readonly reviews: readonly Review[]
  readonly requested: readonly Reviewer[]
  readonly canReview: boolean
  readonly canAsk: boolean
  /** Whether the viewer may see who could be asked. */
  readonly canListPeople: boolean
}

/** The people who were asked for a review, the reviews, and the form for a review. */
export function ReviewPanel(props: Props) {
  const { space, id, author, reviews, requested, canReview, canAsk, canListPeople } = props
  const [isAsking, setAsking] = useState(false)
  const isEmpty = reviews.length + requested.length === 0
  return (
    <section className={styles.reviews} aria-label={text('review.title')}>
      <div className={styles.heading}>
        <h2>{text('review.title')}</h2>
        {canAsk && canListPeople && (
          <IconButton label={text('review.askPeople')} icon={userPlus} onPress={() => setAsking(true)} />
        )}
      </div>
      {isEmpty && <p className={styles.soft}>{text('review.none')}</p>}
      <ReviewList id={id} reviews={reviews} requested={requested} viewer={props.viewer} canAsk={canAsk} />
      {canReview && <ReviewForm id={id} />}
      {isAsking && (
        <ReviewersDialog
          space={space}
          id={id}
          without={[...(author ? [author] : []), ...requested.map((person) => person.id)]}
          isDraft={props.isDraft}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
