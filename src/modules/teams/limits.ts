import type { Limits } from '../../graphql/validation.ts'

export const teamLimits = {
  title: { minLength: 1, maxLength: 64 },
  members: { maxItems: 1000 },
} as const satisfies Record<string, Limits>
