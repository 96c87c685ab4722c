import { useQuery } from 'urql'
import type { DeliveryOfListFragment } from '../../generated/workspace-operations/graphql.ts'
import { faultOf } from '../app/faults.ts'
import { text } from '../app/texts.ts'
import { DetailsDialog } from '../parts/details-dialog.tsx'
import { FaultMessage } from '../parts/fault-message.tsx'
import { Hint } from '../parts/hint.tsx'
import { exactTime } from '../parts/time.tsx'
import { Loading } from '../parts/waiting.tsx'
import { answerOf } from './deliveries.tsx'
import { DeliveryQuery } from './webhook-operations.ts'
import styles from './webhooks.module.css'

interface Props {
  readonly organization: string
  readonly webhook: string
  readonly delivery: DeliveryOfListFragment
  readonly onClose: () => void
}

/** What was sent with a delivery, and how the receiver answered each time. */
export function DeliveryDetails({ organization, webhook, delivery, onClose }: Props) {
  const [{ data, error }] = useQuery({
    query: DeliveryQuery,
    variables: { organization, webhook, delivery: delivery.id },
    requestPolicy: 'cache-and-network',
  })
  const shown = data?.webhookDelivery
  return (
    <DetailsDialog title={delivery.eventType} onClose={onClose}>
      <FaultMessage fault={error && faultOf(error)} />
      {!shown && !error && <Loading />}
      {shown && (
        <div className={styles.details}>
          <h3>{text('webhooks.attempts')}</h3>
          {shown.attempts.length === 0 && <Hint>{text('webhooks.notTried')}</Hint>}
          <ol className={styles.attempts}>
            {shown.attempts.toReversed().map((attempt) => (
              <li key={attempt.startedAt}>
                <p>
                  <strong>{answerOf(attempt)}</strong> · {exactTime(attempt.startedAt)} ·{' '}
                  {text('webhooks.milliseconds', { count: attempt.milliseconds })}
                </p>
                {attempt.responseBody && <Code label={text('webhooks.answer')} code={attempt.responseBody} />}
              </li>
            ))}
          </ol>
          <h3>{text('webhooks.body')}</h3>
          <Hint>
            webhook-id: <code>{shown.eventId}</code>
          </Hint>
          <Code label={text('webhooks.body')} code={JSON.stringify(shown.payload, null, 2)} />
        </div>
      )}
    </DetailsDialog>
  )
}

const Code = ({ label, code }: { readonly label: string; readonly code: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached by keyboard
  <section className={styles.code} aria-label={label} tabIndex={0}>
    <pre dir="ltr">{code}</pre>
  </section>
)
