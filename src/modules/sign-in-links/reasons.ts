import { errorsOf, type ReasonTable } from '../../base/reasons.ts'
import { mailedLinkMinutes } from './limits.ts'

export const signInLinksReasons = {
  TOO_MANY_SIGN_IN_LINKS: {
    code: 'RATE_LIMITED',
    message: 'Several links were asked for this address within a few minutes.',
    remedy: 'Use one of those that were mailed, or ask for another one later.',
    retryAfter: mailedLinkMinutes * 60,
  },
} as const satisfies ReasonTable

export const { rateLimited } = errorsOf(signInLinksReasons)
