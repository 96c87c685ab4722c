import { useState } from 'react'
import { Form } from 'react-aria-components'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { Button } from '../parts/button.tsx'
import { FaultMessage } from '../parts/fault-message.tsx'
import { TextField } from '../parts/fields.tsx'
import { Avatar } from '../parts/person.tsx'
import { Ago } from '../parts/time.tsx'
import styles from './change-request.module.css'
import { ReviewMutation } from './change-request-data.ts'

interface Person {
  readonly id: string
  readonly displayName: string
  readonly photoURL: string | null
}

interface Review {
  readonly id: string
  readonly status: 'APPROVED' | 'CHANGES_REQUESTED'
  readonly isOutdated: boolean
  readonly createdAt: string
  readonly reviewer: Person | null
  readonly comment: { readonly body: { readonly markdown: string | null } } | null
}

interface Props {
  readonly id: string
  readonly reviews: readonly Review[]
  readonly requested: readonly Person[]
  readonly canReview: boolean
}

/** Who was asked for a review, what reviewers said, and the form for a review. */
export function ReviewPanel({ id, reviews, requested, canReview }: Props) {
  return (
    <aside className={styles.reviews} aria-label={text('review.title')}>
      <h2>{text('review.title')}</h2>
      {reviews.length + requested.length === 0 && <p className={styles.soft}>{text('review.none')}</p>}
      <ul>
        {requested.map((person) => (
          <li key={person.id}>
            <Avatar person={person} />
            <div>
              {person.displayName}
              <div className={styles.soft}>{text('review.requested')}</div>
            </div>
          </li>
        ))}
        {reviews.map((review) => (
          <li key={review.id}>
            {review.reviewer && <Avatar person={review.reviewer} />}
            <div>
              {review.reviewer?.displayName}
              <div className={styles.soft}>
                {text(`review.status.${review.status}`)} · <Ago at={review.createdAt} />
                {review.isOutdated && ` · ${text('review.outdated')}`}
              </div>
              {review.comment && <p>{review.comment.body.markdown}</p>}
            </div>
          </li>
        ))}
      </ul>
      {canReview && <ReviewForm id={id} />}
    </aside>
  )
}

function ReviewForm({ id }: { readonly id: string }) {
  const [comment, setComment] = useState('')
  const review = useAction(ReviewMutation, { isInForm: true })
  const send = async (status: Review['status']) => {
    const input = { status, ...(comment.trim() !== '' && { comment: { markdown: comment } }) }
    if (await review.run({ id, input })) setComment('')
  }
  return (
    <Form
      className={styles.form as string}
      {...(review.fault && { validationErrors: Object.fromEntries(review.fault.fields) })}
      onSubmit={(event) => event.preventDefault()}
    >
      <FaultMessage fault={review.fault} />
      <TextField
        name="comment"
        label={text('review.comment')}
        value={comment}
        onChange={setComment}
        lines={3}
      />
      <div className={styles.buttons}>
        <Button kind="main" onPress={() => send('APPROVED')} isPending={review.isRunning}>
          {text('review.approve')}
        </Button>
        <Button onPress={() => send('CHANGES_REQUESTED')} isPending={review.isRunning}>
          {text('review.requestChanges')}
        </Button>
      </div>
    </Form>
  )
}
