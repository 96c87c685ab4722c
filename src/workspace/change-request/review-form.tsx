import { useState } from 'react'
import { Form } from 'react-aria-components'
import { useUnsaved } from '../app/leaving.ts'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { Button } from '../parts/button.tsx'
import { FaultMessage } from '../parts/fault-message.tsx'
import { TextField } from '../parts/fields.tsx'
import { ReviewMutation } from './change-request-data.ts'
import type { Review } from './review-list.tsx'
import styles from './reviews.module.css'

/** A form for a review: a verdict, with a comment if there is something to say. */
export function ReviewForm({ id }: { readonly id: string }) {
  const [comment, setComment] = useState('')
  const review = useAction(ReviewMutation, { isInForm: true })
  const isEmpty = comment.trim() === ''
  useUnsaved(!isEmpty)
  const send = async (status: Review['status']) => {
    const input = { status, ...(!isEmpty && { comment: { markdown: comment } }) }
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
