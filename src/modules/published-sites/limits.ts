import type { Limits } from '../../graphql/validation.ts'

export const siteSearchLimits = {
  siteSpaces: { maxItems: 1000 },
} as const satisfies Record<string, Limits>
