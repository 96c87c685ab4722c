import type { Limits } from '../../graphql/validation.ts'

export const changeRequestLimits = {
  subject: { maxLength: 100 },
} as const satisfies Record<string, Limits>
