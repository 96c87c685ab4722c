import { errorsOf, type ReasonTable } from '../../base/reasons.ts'

export const subscriptionsReasons = {
  SUBSCRIPTION_LIMIT_EXCEEDED: {
    code: 'RATE_LIMITED',
    message: 'You have {maximum} subscriptions already, which is as many as a user may have at once.',
    remedy: 'End another one first. One subscription to `organizationEvents` can serve a whole application.',
    retryAfter: 30,
  },
  SUBSCRIPTIONS_BUSY: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'The server has {maximum} subscriptions already, which is as many as it can have at once.',
    remedy: 'Subscribe again after a moment, which may lead to another process.',
    retryAfter: 30,
  },
  SUBSCRIBER_TOO_SLOW: {
    code: 'RATE_LIMITED',
    message: 'More than {maximum} events waited for this client, which does not read fast enough.',
    remedy: 'Subscribe again with the `lastEventId` of the last event that you have got, and read faster.',
  },
  SUBSCRIPTION_ENDED: {
    code: 'UNAUTHENTICATED',
    message: 'The token or the session of this subscription has ended.',
    remedy: 'Sign in again or use another token, and subscribe again.',
  },
  EVENTS_EXPIRED: {
    code: 'BAD_USER_INPUT',
    message: 'is older than the events that are kept',
    remedy: 'Read what you show anew, and subscribe without a `lastEventId`.',
  },
  LAST_EVENT_UNKNOWN: {
    code: 'BAD_USER_INPUT',
    message: 'is not the id of an event of a subscription',
    remedy: 'Pass the `lastEventId` of the last event as you have got it, or none.',
  },
} as const satisfies ReasonTable

export const { rateLimited, serviceUnavailable, refusedInput, unauthenticated } =
  errorsOf(subscriptionsReasons)
