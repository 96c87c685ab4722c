import { errorsOf, type ReasonTable } from '../../base/reasons.ts'

export const publishingReasons = {
  SITE_EMPTY: {
    code: 'CONFLICT',
    message: 'The site has nothing to show: add a space first.',
    remedy: 'Add a space to the site.',
  },
} as const satisfies ReasonTable

export const { conflict } = errorsOf(publishingReasons)
