import type { Limits } from '../../graphql/validation.ts'

/** How many share links a site may have, active or not. */
export const maximumShareLinks = 100

export const shareLinkLimits = {
  name: { maxLength: 50 },
} as const satisfies Record<string, Limits>
