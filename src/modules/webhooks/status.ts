import type { Webhook } from '../../generated/prisma/client.ts'

/** Whether events are sent to a webhook, and how it went. */
export type WebhookStatus = 'ACTIVE' | 'FAILING' | 'PAUSED' | 'GONE' | 'DISABLED'

type StatusColumns = Pick<Webhook, 'isEnabled' | 'failingSince' | 'pausedAt' | 'goneAt'>

export function statusOf({ isEnabled, failingSince, pausedAt, goneAt }: StatusColumns): WebhookStatus {
  if (goneAt !== null) return 'GONE'
  if (!isEnabled) return 'DISABLED'
  if (pausedAt !== null) return 'PAUSED'
  return failingSince === null ? 'ACTIVE' : 'FAILING'
}

/** SQL that matches a row `w` to which events are sent. */
export const isActiveInSql = `w."isEnabled" AND w."pausedAt" IS NULL`
