import type { Limits } from '../../base/validation.ts'

export const reviewLimits = {
  /** Users per request. */
  users: { minItems: 1, maxItems: 50 },
} as const satisfies Record<string, Limits>
