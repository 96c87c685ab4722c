import { type Limits, singleLine } from '../../base/validation.ts'

export const teamLimits = {
  title: { minLength: 1, maxLength: 64, ...singleLine },
  members: { maxItems: 1000 },
} as const satisfies Record<string, Limits>
