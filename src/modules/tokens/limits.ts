import type { Limits } from '../../graphql/validation.ts'

/** How many tokens a user may have that are neither revoked nor expired. */
export const maximumTokens = 100

/** How long the old token goes on working after a rotation, in seconds, where the caller does not say. */
export const defaultOverlap = 3600

export const tokenLimits = {
  label: { minLength: 1, maxLength: 50 },
  overlapSeconds: { minimum: 0, maximum: 604_800 },
} as const satisfies Record<string, Limits>
