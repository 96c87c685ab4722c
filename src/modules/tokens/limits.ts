import { type Limits, singleLine } from '../../base/validation.ts'

/** The maximum number of tokens of a user that are neither revoked nor expired. */
export const maximumTokens = 100

/** The default time that the old token stays valid after a rotation, in seconds. */
export const defaultOverlap = 3600

export const tokenLimits = {
  label: { minLength: 1, maxLength: 50, ...singleLine },
  overlapSeconds: { minimum: 0, maximum: 604_800 },
} as const satisfies Record<string, Limits>
