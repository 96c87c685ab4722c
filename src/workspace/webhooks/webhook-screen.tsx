import arrowsRotate from 'icon:arrows-rotate'
import paperPlane from 'icon:paper-plane'
import pen from 'icon:pen'
import rotate from 'icon:rotate'
import trash from 'icon:trash'
import { useState } from 'react'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import type {
  WebhookDeliveryStatus,
  WebhookOfListFragment,
} from '../../generated/workspace-operations/graphql.ts'
import { paths } from '../app/addresses.ts'
import { useGo } from '../app/navigation.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import { usePages } from '../app/use-pages.ts'
import { useReturn } from '../app/use-return.ts'
import { useScreen } from '../app/use-screen.ts'
import { Button } from '../parts/button.tsx'
import { SwitchField } from '../parts/fields.tsx'
import { Section } from '../parts/form-section.tsx'
import { Hint } from '../parts/hint.tsx'
import { Menu } from '../parts/menu.tsx'
import { onDemand } from '../parts/on-demand.tsx'
import { Ago } from '../parts/time.tsx'
import { NotFound, Waiting } from '../parts/waiting.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { allDeliveries, Deliveries } from './deliveries.tsx'
import { Filters } from './filters.tsx'
import { WebhookBadge } from './status-badges.tsx'
import type { WebhookDialog } from './webhook-dialogs.tsx'
import {
  DeliveriesOfWebhook,
  DeliveryOfList,
  TestWebhook,
  UpdateWebhook,
  WebhookOfList,
  WebhookOfScreen,
  WebhookQuery,
} from './webhook-operations.ts'
import styles from './webhooks.module.css'

const WebhookDialogs = onDemand(() => import('./webhook-dialogs.tsx'), 'WebhookDialogs')

interface Props {
  readonly organization: string
  readonly webhook: string
}

/** A webhook: its settings, and what was sent to it with the answers. */
export function WebhookScreen({ organization, webhook: id }: Props) {
  const [dialog, setDialog] = useState<WebhookDialog>()
  const [status, setStatus] = useState<WebhookDeliveryStatus | typeof allDeliveries>(allDeliveries)
  const go = useGo()
  const filter = status === allDeliveries ? {} : { status: [status] }
  const variables = { organization, webhook: id, ...filter }
  const { data, fault, refresh } = useScreen(WebhookQuery, variables)
  const deliveries = unmask(DeliveriesOfWebhook, data?.webhook)?.deliveries
  const pages = usePages({
    document: WebhookQuery,
    variables,
    first: deliveries,
    pageOf: (answer) => unmask(DeliveriesOfWebhook, answer.webhook)?.deliveries,
  })
  const test = useAction(TestWebhook)
  useReturn(refresh)
  const shown = data?.organization
  if (!data || !shown) return <Waiting fault={fault} onRetry={refresh} />
  if (!data.webhook) return <NotFound />
  const details = unmask(WebhookOfScreen, data.webhook)
  const webhook = unmask(WebhookOfList, details)
  const list = paths.part(organization, 'webhooks')
  const sendTest = async () => {
    if (await test.run({ webhook: id, ...filter })) showDone(text('webhooks.tested'))
  }
  return (
    <SettingsFrame
      viewer={data.viewer}
      organization={shown}
      title={webhook.description || new URL(webhook.url).host}
      breadcrumbs={[{ title: text('webhooks.title'), href: list }]}
      actions={
        <>
          <Button icon={paperPlane} isPending={test.isRunning} onPress={() => void sendTest()}>
            {text('webhooks.test')}
          </Button>
          <Menu
            label={text('webhooks.actions')}
            groups={[
              [
                { id: 'edit', label: text('webhooks.edit'), icon: pen, act: () => setDialog('edit') },
                {
                  id: 'rotate',
                  label: text('webhooks.rotate'),
                  icon: rotate,
                  act: () => setDialog('rotate'),
                },
              ],
              [
                {
                  id: 'delete',
                  label: text('webhooks.delete'),
                  icon: trash,
                  isDangerous: true,
                  act: () => setDialog('delete'),
                },
              ],
            ]}
          />
        </>
      }
    >
      <Settings webhook={webhook} {...details} />
      <Section
        title={text('webhooks.deliveries')}
        hint={text('webhooks.deliveriesHint')}
        actions={
          <Button icon={arrowsRotate} onPress={refresh}>
            {text('webhooks.refresh')}
          </Button>
        }
      >
        <Deliveries
          organization={organization}
          webhook={id}
          status={status}
          onStatus={setStatus}
          isRead={deliveries !== undefined}
          pages={{ ...pages, nodes: pages.nodes.map((node) => unmask(DeliveryOfList, node)) }}
        />
      </Section>
      {dialog && (
        <WebhookDialogs
          dialog={dialog}
          organization={organization}
          webhook={webhook}
          onClose={() => setDialog(undefined)}
          onDeleted={() => go(list)}
        />
      )}
    </SettingsFrame>
  )
}

interface SettingsProps {
  readonly webhook: WebhookOfListFragment
  readonly isEnabled: boolean
  readonly formerSecretUntil: string | null
}

/** The settings of a webhook, and whether it is on: a webhook that is paused or gone is switched on again here. */
function Settings({ webhook, isEnabled, formerSecretUntil }: SettingsProps) {
  const update = useAction(UpdateWebhook)
  const { id, url, status, failingSince } = webhook
  const isOn = isEnabled && status !== 'PAUSED'
  const hasFormer = formerSecretUntil !== null && Date.parse(formerSecretUntil) > Date.now()
  return (
    <Section title={text('webhooks.settings')} actions={<WebhookBadge status={status} />}>
      <dl className={styles.facts}>
        <Fact name={text('webhooks.url')}>
          <bdi dir="ltr">{url}</bdi>
        </Fact>
        <Fact name={text('webhooks.sent')}>
          <Filters webhook={webhook} />
        </Fact>
        {failingSince && (
          <Fact name={text('webhooks.failingSince')}>
            <Ago at={failingSince} />
          </Fact>
        )}
        {hasFormer && (
          <Fact name={text('webhooks.formerSecret')}>
            <Ago at={formerSecretUntil} />
          </Fact>
        )}
      </dl>
      <SwitchField
        isOn={isOn}
        isDisabled={update.isRunning}
        onChange={(isEnabled) => void update.run({ webhook: id, input: { isEnabled } })}
      >
        {text('webhooks.isEnabled')}
      </SwitchField>
      {status !== 'ACTIVE' && <Hint>{text(`webhooks.statusHint.${status}`)}</Hint>}
    </Section>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
