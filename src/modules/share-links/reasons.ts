import { errorsOf, type ReasonTable } from '../../base/reasons.ts'

export const shareLinksReasons = {
  TOO_MANY_SHARE_LINKS: {
    code: 'CONFLICT',
    message: 'The site has {maximum} share links already, which is as many as it may have.',
    remedy: 'Delete a share link first.',
  },
} as const satisfies ReasonTable

export const { conflict } = errorsOf(shareLinksReasons)
