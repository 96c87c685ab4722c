import { useState } from 'react'
import type {
  DeliveryOfListFragment,
  WebhookDeliveryStatus,
} from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import type { Pages } from '../app/use-pages.ts'
import { Button } from '../parts/button.tsx'
import { SelectField } from '../parts/fields.tsx'
import { Hint } from '../parts/hint.tsx'
import listStyles from '../parts/list.module.css'
import { LongList } from '../parts/long-list.tsx'
import { onDemand } from '../parts/on-demand.tsx'
import { Ago } from '../parts/time.tsx'
import { Loading } from '../parts/waiting.tsx'
import { DeliveryBadge } from './status-badges.tsx'
import { Redeliver } from './webhook-operations.ts'
import styles from './webhooks.module.css'

const DeliveryDetails = onDemand(() => import('./delivery-details.tsx'), 'DeliveryDetails')

/** Stands for no filter, as a choice needs a value. */
export const allDeliveries = 'ALL'

const statuses: readonly WebhookDeliveryStatus[] = ['PENDING', 'SUCCEEDED', 'FAILED']

interface Props {
  readonly organization: string
  readonly webhook: string
  readonly status: WebhookDeliveryStatus | typeof allDeliveries
  readonly onStatus: (status: WebhookDeliveryStatus | typeof allDeliveries) => void
  readonly isRead: boolean
  readonly pages: Pages<DeliveryOfListFragment>
}

/** What was sent to a webhook, the last first. Each opens with its tries, and what has ended can be sent again. */
export function Deliveries({ organization, webhook, status, onStatus, isRead, pages }: Props) {
  const [opened, setOpened] = useState<DeliveryOfListFragment>()
  const redeliver = useAction(Redeliver)
  const sendAgain = async ({ id }: DeliveryOfListFragment) => {
    if (await redeliver.run({ webhook, delivery: id })) showDone(text('webhooks.redelivered'))
  }
  return (
    <>
      <div className={styles.filter}>
        <SelectField
          name="status"
          label={text('webhooks.delivery')}
          value={status}
          onChange={onStatus}
          choices={[
            { value: allDeliveries, label: text('webhooks.allDeliveries') },
            ...statuses.map((value) => ({ value, label: text(`webhooks.delivery.${value}`) })),
          ]}
        />
      </div>
      {!isRead && <Loading />}
      {isRead && pages.nodes.length === 0 && <Hint>{text('webhooks.noDeliveries')}</Hint>}
      {pages.nodes.length > 0 && (
        <LongList
          label={text('webhooks.deliveries')}
          pages={pages}
          nameOf={({ eventType }) => eventType}
          onOpen={setOpened}
        >
          {(delivery) => <DeliveryRow delivery={delivery} onRedeliver={() => void sendAgain(delivery)} />}
        </LongList>
      )}
      {opened && (
        <DeliveryDetails
          organization={organization}
          webhook={webhook}
          delivery={opened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}

interface RowProps {
  readonly delivery: DeliveryOfListFragment
  readonly onRedeliver: () => void
}

function DeliveryRow({ delivery, onRedeliver }: RowProps) {
  const { eventType, status, createdAt, dueAt, attempts } = delivery
  const last = attempts.at(-1)
  return (
    <div className={styles.item}>
      <div className={listStyles.what}>
        <strong>
          <bdi dir="ltr">{eventType}</bdi>
        </strong>
        <span className={listStyles.note}>
          <Ago at={createdAt} />
          {last && ` · ${answerOf(last)} · ${text('webhooks.tries', { count: attempts.length })}`}
          {last && dueAt && (
            <>
              {' · '}
              {text('webhooks.nextTry')} <Ago at={dueAt} />
            </>
          )}
        </span>
      </div>
      <DeliveryBadge status={status} />
      {status !== 'PENDING' && (
        <Button aria-label={text('webhooks.redeliverNamed', { type: eventType })} onPress={onRedeliver}>
          {text('webhooks.redeliver')}
        </Button>
      )}
    </div>
  )
}

type Answered = Pick<DeliveryOfListFragment['attempts'][number], 'responseStatus' | 'error'>

/** Returns how a try ended: the status of the answer, or why there was none. */
export const answerOf = ({ responseStatus, error }: Answered): string =>
  responseStatus === null ? (error ?? '') : text('webhooks.answered', { status: responseStatus })
