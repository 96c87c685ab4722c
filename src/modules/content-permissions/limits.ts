import type { Limits } from '../../base/validation.ts'

export const contentPermissionLimits = {
  holders: { minItems: 1, maxItems: 1000 },
} as const satisfies Record<string, Limits>
