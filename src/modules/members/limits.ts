import type { Limits } from '../../base/validation.ts'

export const memberLimits = {
  search: { maxLength: 512 },
} as const satisfies Record<string, Limits>
