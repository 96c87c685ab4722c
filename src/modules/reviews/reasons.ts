import { errorsOf, type ReasonTable } from '../../base/reasons.ts'

export const reviewsReasons = {
  REVIEWER_NOT_ALLOWED: {
    code: 'BAD_USER_INPUT',
    message: 'names no user who may review the content of this space',
    remedy: 'Request the review of a user with the permission `space:review`, or grant it first.',
  },
} as const satisfies ReasonTable

export const { refusedInput } = errorsOf(reviewsReasons)
