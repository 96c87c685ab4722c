import { type Limits, singleLine } from '../../base/validation.ts'

/** The maximum number of webhooks of an organization. */
export const maximumWebhooks = 20

export const webhookLimits = {
  url: { maxLength: 2000, format: 'uri' },
  description: { maxLength: 500, ...singleLine },
  events: { maxItems: 50 },
  spaces: { maxItems: 100 },
  sites: { maxItems: 100 },
} as const satisfies Record<string, Limits>

/** The time that both secrets are valid after a rotation. */
export const secretOverlapHours = 24

/** The time that one try may take. */
export const tryTimeoutMs = 15_000

/** The time after which a try is taken for lost, because the process that began it has died. */
export const leaseSeconds = 30

/** The bytes of an answer that are kept. */
export const maximumReplyBytes = 1024

/** The seconds after each failed try until the next one. After the last of them, a delivery has been tried for three days. */
export const retryDelays = [
  5,
  5 * 60,
  30 * 60,
  2 * 3600,
  5 * 3600,
  10 * 3600,
  14 * 3600,
  18 * 3600,
  22 * 3600 + 25 * 60,
] as const

/** The tries of a delivery. */
export const maximumTries = retryDelays.length + 1

/** The tries of a delivery that are listed: the last ones, as one that is sent again is tried as often as a new one. */
export const listedTries = 20

/** The time after which a webhook is paused if no try succeeds. */
export const pauseAfterHours = 72

/** The tries that go on at once in a process, in sum and to one webhook. */
export const maximumTriesAtOnce = 64
export const maximumTriesOfWebhook = 4

/** The tries at once to a webhook whose last try failed. */
export const triesOfFailing = 1

/** The deliveries of a webhook that wait at most. With more it is paused: its receiver does not keep up. */
export const maximumPending = 20_000

/** How often a process looks for deliveries that are due, besides those that it is told of. */
export const pollMs = 1000

/** The time for which deliveries are kept. */
export const deliveryDays = 30
