import type { Limits } from '../../graphql/validation.ts'

export const collectionLimits = {
  title: { maxLength: 50 },
  description: { maxLength: 100 },
} as const satisfies Record<string, Limits>
