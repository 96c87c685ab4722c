import { errorsOf, type ReasonTable } from '../../base/reasons.ts'

export const webhooksReasons = {
  TOO_MANY_WEBHOOKS: {
    code: 'CONFLICT',
    message: 'An organization may have at most {maximum} webhooks.',
    remedy: 'Delete a webhook first.',
  },
  WEBHOOK_NOT_ACTIVE: {
    code: 'CONFLICT',
    message: 'The webhook is paused or disabled, so that nothing is sent to it.',
    remedy: 'Set `isEnabled` to true first.',
  },
  DELIVERY_PENDING: {
    code: 'CONFLICT',
    message: 'The delivery has not ended: it is tried again anyway.',
    remedy: 'Wait until its status is `SUCCEEDED` or `FAILED`.',
  },
} as const satisfies ReasonTable

export const { conflict } = errorsOf(webhooksReasons)
