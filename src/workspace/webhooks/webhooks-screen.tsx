import plus from 'icon:plus'
import { useState } from 'react'
import { Link } from 'react-aria-components'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import type { WebhookOfListFragment } from '../../generated/workspace-operations/graphql.ts'
import { paths } from '../app/addresses.ts'
import { useGo } from '../app/navigation.ts'
import { text } from '../app/texts.ts'
import { useScreen } from '../app/use-screen.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import listStyles from '../parts/list.module.css'
import { onDemand } from '../parts/on-demand.tsx'
import { NotFound, Waiting } from '../parts/waiting.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { Filters } from './filters.tsx'
import { WebhookBadge } from './status-badges.tsx'
import { WebhookOfList, WebhooksOfOrganization, WebhooksQuery } from './webhook-operations.ts'
import styles from './webhooks.module.css'

const CreateDialog = onDemand(() => import('./create-dialog.tsx'), 'CreateDialog')

/** The webhooks of an organization: where its events are sent, and how that goes. */
export function WebhooksScreen({ organization }: { readonly organization: string }) {
  const [isCreating, setCreating] = useState(false)
  const go = useGo()
  const { data, fault, refresh } = useScreen(WebhooksQuery, { organization })
  const shown = data?.organization
  if (!data || !shown) return <Waiting fault={fault} onRetry={refresh} />
  const webhooks = unmask(WebhooksOfOrganization, shown).webhooks?.nodes
  if (!webhooks) return <NotFound />
  const createButton = (
    <Button kind="main" icon={plus} onPress={() => setCreating(true)}>
      {text('webhooks.new')}
    </Button>
  )
  return (
    <SettingsFrame
      viewer={data.viewer}
      organization={shown}
      title={text('webhooks.title')}
      actions={webhooks.length > 0 && createButton}
    >
      {webhooks.length === 0 ? (
        <EmptyState title={text('webhooks.none')} hint={text('webhooks.noneHint')}>
          {createButton}
        </EmptyState>
      ) : (
        <>
          <p className={styles.intro}>{text('webhooks.hint')}</p>
          <ul className={listStyles.list} aria-label={text('webhooks.title')}>
            {webhooks.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                organization={organization}
                webhook={unmask(WebhookOfList, webhook)}
              />
            ))}
          </ul>
        </>
      )}
      {isCreating && (
        <CreateDialog
          organization={organization}
          onClose={() => setCreating(false)}
          onCreated={(webhook) => go(paths.webhook(organization, webhook))}
        />
      )}
    </SettingsFrame>
  )
}

interface RowProps {
  readonly organization: string
  readonly webhook: WebhookOfListFragment
}

const WebhookRow = ({ organization, webhook }: RowProps) => (
  <li className={styles.row}>
    <div className={listStyles.what}>
      <Link className={listStyles.link as string} href={paths.webhook(organization, webhook.id)}>
        {webhook.description || <bdi dir="ltr">{webhook.url}</bdi>}
      </Link>
      <span className={listStyles.note}>
        {webhook.description && (
          <>
            <bdi dir="ltr">{webhook.url}</bdi> ·{' '}
          </>
        )}
        <Filters webhook={webhook} />
      </span>
    </div>
    <WebhookBadge status={webhook.status} />
  </li>
)
