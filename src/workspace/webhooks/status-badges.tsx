import type { WebhookDeliveryStatus, WebhookStatus } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { Badge } from '../parts/badge.tsx'

const kinds = {
  ACTIVE: 'good',
  FAILING: 'warning',
  PAUSED: 'danger',
  GONE: 'danger',
  DISABLED: 'plain',
} as const satisfies Record<WebhookStatus, string>

export const WebhookBadge = ({ status }: { readonly status: WebhookStatus }) => (
  <Badge kind={kinds[status]}>{text(`webhooks.status.${status}`)}</Badge>
)

const deliveryKinds = {
  PENDING: 'plain',
  SUCCEEDED: 'good',
  FAILED: 'danger',
} as const satisfies Record<WebhookDeliveryStatus, string>

export const DeliveryBadge = ({ status }: { readonly status: WebhookDeliveryStatus }) => (
  <Badge kind={deliveryKinds[status]}>{text(`webhooks.delivery.${status}`)}</Badge>
)
